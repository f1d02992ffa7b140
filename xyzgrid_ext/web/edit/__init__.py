"""The map editor's server side: pages and a JSON API, for accounts with a right on a map.

    views      URLs ──► who may do what; how fast, how much; JSON
    lines      messages by WebSocket ──► the same; what others do, as they do it
    news       what pages do not have of a draft yet
    tickets    how a line says whose it is
    refusals   a request ──► a status, and JSON
    drafts     a draft: opened, operated on, begun again
    work       check, proof, plan and apply of a draft
    applying   the job of an apply, and the versions

The browser's side is `static/xyzgrid/js/edit`; `core.editing` explains what a document is.
"""
