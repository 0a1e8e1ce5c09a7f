"""What a new bot must get through, at home and on the site."""
