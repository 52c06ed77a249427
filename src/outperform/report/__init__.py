"""What people look at: figures, the page, tables for papers. The only room that needs matplotlib and jinja2."""
