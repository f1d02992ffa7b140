"""What every request to the website passes through, besides Evennia's own."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from evennia.accounts.models import AccountDB


class ForgetGoneAccounts:
    """Log a browser out whose account is gone: that of a guest, after the visit.

    The web client shares its login with the website. Evennia deletes the account of a guest who
    leaves, and then fails on every page that this browser asks for, the web client included.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        account = request.session.get("webclient_authenticated_uid")
        if account and not AccountDB.objects.filter(pk=account).exists():
            request.session.flush()
        return self.get_response(request)
