"""British Durak: follow the suit or the rank of the top card; who is rid of all cards wins."""
