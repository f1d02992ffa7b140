"""The URL patterns of the map editor."""

from django.urls import URLPattern, URLResolver, path

from xyzgrid_ext.parts.editor.web import views as edit

urlpatterns: list[URLPattern | URLResolver] = [
    path("map/edit/", edit.maps, name="xyzgrid-edit"),
    path("map/edit/api/<path:key>/create", edit.create, name="xyzgrid-edit-create"),
    path("map/edit/api/<path:key>/ops", edit.operations, name="xyzgrid-edit-ops"),
    path("map/edit/api/<path:key>/line", edit.line, name="xyzgrid-edit-line"),
    path("map/edit/api/<path:key>/places", edit.suggest_targets, name="xyzgrid-edit-places"),
    path("map/edit/api/<path:key>/shift", edit.shift, name="xyzgrid-edit-shift"),
    path("map/edit/api/<path:key>/convert", edit.convert, name="xyzgrid-edit-convert"),
    path("map/edit/api/<path:key>/check", edit.check, name="xyzgrid-edit-check"),
    path("map/edit/api/<path:key>/prove", edit.prove, name="xyzgrid-edit-prove"),
    path("map/edit/api/<path:key>/plan", edit.plan, name="xyzgrid-edit-plan"),
    path("map/edit/api/<path:key>/apply", edit.apply, name="xyzgrid-edit-apply"),
    path("map/edit/api/<path:key>/job/<str:number>", edit.job, name="xyzgrid-edit-job"),
    path("map/edit/api/<path:key>/rebase", edit.rebase, name="xyzgrid-edit-rebase"),
    path("map/edit/api/<path:key>/discard", edit.discard, name="xyzgrid-edit-discard"),
    path("map/edit/api/<path:key>/game", edit.game, name="xyzgrid-edit-game"),
    path("map/edit/api/<path:key>/removal", edit.removal, name="xyzgrid-edit-removal"),
    path("map/edit/api/<path:key>/remove", edit.remove, name="xyzgrid-edit-remove"),
    path("map/edit/api/<path:key>/versions", edit.versions, name="xyzgrid-edit-versions"),
    path(
        "map/edit/api/<path:key>/versions/<int:number>",
        edit.version,
        name="xyzgrid-edit-version",
    ),
    path(
        "map/edit/api/<path:key>/versions/<int:number>/restore",
        edit.restore,
        name="xyzgrid-edit-restore",
    ),
    path("map/edit/api/<path:key>", edit.draft, name="xyzgrid-edit-draft"),
    path("map/edit/<path:key>/", edit.page, name="xyzgrid-edit-map"),
]
