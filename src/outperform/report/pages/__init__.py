"""Pages of every kind of answer: a maker each, which returns blocks, and one template that writes them."""
