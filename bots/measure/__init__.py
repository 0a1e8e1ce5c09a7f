"""What a number of deals says of two programs, and how strong the house's are."""
