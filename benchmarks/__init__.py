"""Speed side by side with peers and limits, as ratios of CPU within one run. Run: make bench."""
