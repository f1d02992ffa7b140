"""Data sent to clients alongside the text: GMCP, MSDP, and messages of the web client.

    oob ─► subscribing ─► subscriptions ◄── client_updates ──► session.msg(room_info=…)
       └─► map_requests         ▲                ▲
                                │             changes ◄── exits, parts      what has changed
                                └─── people_nearby                          things and people

wire      names and channels of the messages, in the Portal;  telnet: sizes and colours of a client
sessions  texts that fit the client that they are sent to
tokens    who asks for a map file without logging in

Data is built and sent only for sessions that have asked, since the stock web client prints unknown
messages.
"""
