"""Acts: each writes rows in one transaction and says what the user can mend."""
