"""Runs the cells of a notebook's source by IPython and writes the .ipynb, or checks it.

Arguments: record or check, and the source. PYTHONPATH has pyspark, py4j and the jar of this project; the current
folder is that of the project. PySparkIT runs it.
"""

import json
import os
import sys
from pathlib import Path

try:
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output
except ImportError:
    sys.exit("no IPython here")

MAGIC = "# MAGIC "


def cells(file):
    """Kind and text of each cell of a source."""
    text = file.read_text().partition("\n")[2]
    for cell in text.split("# COMMAND ----------"):
        lines = cell.strip().splitlines()
        if lines[0].strip() == MAGIC + "%md":
            yield "markdown", "\n".join(line[len(MAGIC) :] for line in lines[1:])
        else:
            yield "code", "\n".join(lines)


def run(shell, text):
    """What a cell prints and shows."""
    with capture_output() as captured:
        result = shell.run_cell(text)
    result.raise_error()
    outputs = []
    if captured.stdout:
        stream = {"name": "stdout", "output_type": "stream"}
        outputs.append({**stream, "text": captured.stdout.splitlines(keepends=True)})
    for shown in captured.outputs:
        data = {**shown.data, "text/plain": "<picture>"}
        outputs.append({"data": data, "metadata": {}, "output_type": "display_data"})
    return outputs


def notebook(file):
    """The notebook with what its cells printed, as nbformat 4.5 has it."""
    shell = InteractiveShell.instance()
    source = list(cells(file))
    # Where Jupyter runs it.
    os.chdir(file.parent)
    made = []
    for kind, text in source:
        cell = {"cell_type": kind, "id": "cell-%d" % (len(made) + 1), "metadata": {}}
        if kind == "code":
            cell["execution_count"] = sum(each["cell_type"] == "code" for each in made) + 1
            cell["outputs"] = run(shell, text)
        cell["source"] = text.splitlines(keepends=True)
        made.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"file_extension": ".py", "name": "python"}}
    return {"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def main(how, source):
    stored = Path(source).with_suffix(".ipynb").resolve()
    made = notebook(Path(source))
    text = json.dumps(made, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    if how == "record":
        stored.write_text(text)
    elif stored.read_text() != text:
        sys.exit("the cells print something else than what is stored:\n" + text)


if __name__ == "__main__":
    main(*sys.argv[1:])
