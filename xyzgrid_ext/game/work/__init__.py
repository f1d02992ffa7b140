"""Long work beside a running game: who may write, what is asked for, and work in slices.

    evennia xyzgrid spawn ──► jobs (a row each) ──► worker ──► works, a slice at a time
                                  baton: one writer in a game dir

thinking   routes in slices, between the lines of others
turns      what another thread wants (the website), done in the thread of the game
"""
