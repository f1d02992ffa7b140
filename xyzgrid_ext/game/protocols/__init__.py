"""What map clients are told beside the text: by GMCP, by MSDP, and the web client's pane.

    oob ──► wants ◄── telling ──► session.msg(room_info=…)     who asked, and for what
             ▲  ▲        ▲
       asking┘  └─boards └── changes ◄── exits, dungeons       a map at once; what has changed

Nothing is built for a session that has not asked, and nothing is sent to one: the stock web client
prints what it does not know. What is sent is made by `core.view` from what `seeing` allows.
"""
