"""The website: who asks, answers, headers, the first page; it is the Django app of the kernel.

In the settings:

    hook_up(globals())        # of xyzgrid_ext.game.web.hookup: static files, templates

And in web/urls.py, before Evennia's own:

    path("", include("xyzgrid_ext.game.web.urls"))
"""
