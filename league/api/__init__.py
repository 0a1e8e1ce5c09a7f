"""The HTTP interface, version 1: one module a resource, its view and its shapes together."""
