"""Make the pages of the site that follow from the code: tests, designs, procedures, which test, gallery, reference."""
