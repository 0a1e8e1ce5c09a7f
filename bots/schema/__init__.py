"""Every message as a type, as JSON Schema, and as the tables of the protocol's page."""
