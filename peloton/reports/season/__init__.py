"""Reports over many tours."""
