"""Pages: fetch, call a service, show. One module a family of pages."""
