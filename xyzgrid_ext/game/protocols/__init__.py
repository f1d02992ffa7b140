"""Data sent to clients alongside the text: GMCP, MSDP, and messages of the web client.

    oob ─► subscribing ─► wants ◄── telling ──► session.msg(room_info=…)    who asked, and for what
       └─► asking             ▲       ▲
                              │    changes ◄── exits, parts                 what has changed
                              └─── around                                   things and people

wire      names and channels of the messages, in the Portal;  telnet: sizes and colours of a client
sessions  texts that fit the client that they are sent to
tokens    who asks for a map file without logging in

Data is built and sent only for sessions that have asked, since the stock web client prints unknown
messages.
"""
