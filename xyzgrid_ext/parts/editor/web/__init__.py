"""The map editor's server side: pages and a JSON API, for accounts with a right on a map.

    views      URLs ──► who may do what; how fast, how much; JSON
    lines      messages by WebSocket ──► the same; what others do, as they do it; tickets
    refusals   a request ──► a status, and JSON
    drafts     a draft: opened, operated on, begun again; what pages do not have of it yet
    work       check, proof and plan of a draft
    applying   the job of an apply, and the versions

The browser's side is `static/xyzgrid/js/edit`; `core.editing` explains what a document is.
"""
