"""The website: who asks, answers, headers, the first page; it is the Django app of the kernel.

In web/urls.py, before Evennia's own:

    path("", include("xyzgrid_ext.game.web.urls"))
"""
