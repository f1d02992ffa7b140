"""The Django app of the website: the map in Evennia's web client, and the map page.

In the settings:

    INSTALLED_APPS += ["xyzgrid_ext.game.web"]       # static files, templates
    TEMPLATES = web_templates(TEMPLATES)        # of xyzgrid_ext.game.web.hookup

And in web/urls.py, before Evennia's own:

    path("", include("xyzgrid_ext.game.web.urls"))
"""
