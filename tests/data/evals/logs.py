"""Small logs as the tools write them, for tests."""

import json
import zipfile


def sample(item, score=1.0, *, epoch=1, scorer="match", **more):
    scores = {} if score is None else {scorer: {"value": score}}
    return {"id": item, "epoch": epoch, "input": f"question {item}", "target": "x", "scores": scores, **more}


def inspect_log(samples, model="m", *, task="t", run="r", status="success", **eval_):
    told = {"run_id": run, "task_id": f"{model}-{task}", "created": run, "task": task, "model": model, **eval_}
    return {"version": 2, "status": status, "eval": told, "samples": samples}


def write_inspect(path, samples, *args, **options):
    path.write_text(json.dumps(inspect_log(samples, *args, **options)), encoding="utf-8")
    return str(path)


def write_archive(path, samples, *args, method=zipfile.ZIP_DEFLATED, summaries=True, header=True, **options):
    log = inspect_log(samples, *args, **options)
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("_journal/start.json", json.dumps({"version": 2, "eval": log["eval"]}))
        for each in samples:
            archive.writestr(f"samples/{each['id']}_epoch_{each['epoch']}.json", json.dumps(each))
        if summaries:
            thin = [{key: each[key] for key in ("id", "epoch", "scores")} for each in samples]
            archive.writestr("summaries.json", json.dumps(thin))
        if header:
            archive.writestr("header.json", json.dumps({"status": log["status"], "eval": log["eval"]}))
    return str(path)


def line(doc, score=1.0, *, metric="acc", filter_="none", **more):
    return {
        "doc_id": doc,
        "doc": {"question": f"q{doc}", "passage": doc // 2},
        "resps": [["a"]],
        "filter": filter_,
        "metrics": [metric],
        "doc_hash": f"d{doc}",
        "prompt_hash": f"p{doc}",
        "target_hash": f"t{doc}",
        metric: score,
        **more,
    }


def write_lm_eval(folder, lines, *, task="arc", date="2026-01-02T03-04-05.678901", results=None):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"samples_{task}_{date}.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    if results is not None:
        (folder / f"results_{date}.json").write_text(json.dumps(results), encoding="utf-8")
    return str(path)


def instance(item, score, *, trial=0, split="test", metric="f1_score", **more):
    stats = [
        {"name": {"name": name, "split": split}, "count": 1, "mean": mean}
        for name, mean in ((metric, score), ("num_bytes", 3))
    ]
    return {"instance_id": item, "train_trial_index": trial, "stats": stats, **more}


def write_helm(folder, instances, model="lab/m", name="qa:model=lab_m"):
    folder.mkdir(parents=True)
    (folder / "per_instance_stats.json").write_text(json.dumps(instances), encoding="utf-8")
    spec = {"name": name, "adapter_spec": {"model": model}}
    (folder / "run_spec.json").write_text(json.dumps(spec), encoding="utf-8")
    return str(folder)
