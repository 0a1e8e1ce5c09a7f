"""Lists in pages: ``?page=2&page_size=50``, answered with ``count``, ``next`` and ``previous``."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """Numbered pages; the rows are under ``results``."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
