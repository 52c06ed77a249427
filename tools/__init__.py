"""What developers run beside the checks; not shipped."""
