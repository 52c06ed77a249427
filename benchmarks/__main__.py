"""Run all benchmarks."""

from benchmarks import bootstrap, corrected_t, engine, evals, fast, lab, league, league_run, nominal, small

for benchmark in (bootstrap, corrected_t, engine, evals, fast, lab, league, league_run, nominal, small):
    benchmark.run()
