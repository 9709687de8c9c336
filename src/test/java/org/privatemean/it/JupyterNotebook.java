package org.privatemean.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The format of Jupyter (nbformat 4.5), with the metadata by which Databricks knows Scala. SQL is
 * in it as Scala, since kernels have no common mark for it.
 */
final class JupyterNotebook extends NotebookFormat {
  private static final String DATABRICKS_CELL = "application/vnd.databricks.v1+cell";
  private static final String DATABRICKS_NOTEBOOK = "application/vnd.databricks.v1+notebook";
  private static final String PICTURE = "image/svg+xml";

  JupyterNotebook() {
    super("ipynb");
  }

  @Override
  JsonNode toJson(String name, List<RecordedCell> cells) {
    ObjectNode notebook = JSON.createObjectNode();
    ArrayNode array = notebook.putArray("cells");
    int executed = 0;
    for (RecordedCell recorded : cells) {
      ObjectNode cell = array.addObject();
      cell.put("cell_type", recorded.cell().isCode() ? "code" : "markdown");
      cell.put("id", "cell-" + array.size());
      ObjectNode metadata = cell.putObject("metadata");
      if (recorded.cell().isCode()) {
        metadata
            .putObject(DATABRICKS_CELL)
            .put("showTitle", true)
            .put("title", recorded.cell().title());
        cell.put("execution_count", ++executed);
        putOutputs(cell.putArray("outputs"), recorded.output());
      }
      putLines(cell.putArray("source"), recorded.cell().scala());
    }
    putMetadata(notebook.putObject("metadata"), name);
    return notebook.put("nbformat", 4).put("nbformat_minor", 5);
  }

  private static void putOutputs(ArrayNode outputs, Output output) {
    if (!output.text().isEmpty()) {
      ObjectNode stream = outputs.addObject();
      stream.put("name", "stdout").put("output_type", "stream");
      putLines(stream.putArray("text"), output.text());
    }
    if (!output.html().isEmpty()) {
      ObjectNode display = outputs.addObject();
      display.putObject("data").put(PICTURE, output.html()).put("text/plain", "<picture>");
      display.putObject("metadata");
      display.put("output_type", "display_data");
    }
  }

  private static void putMetadata(ObjectNode metadata, String name) {
    metadata
        .putObject(DATABRICKS_NOTEBOOK)
        .put("language", LANGUAGE)
        .put("notebookName", name)
        .putObject("widgets");
    metadata
        .putObject("kernelspec")
        .put("display_name", "Scala")
        .put("language", LANGUAGE)
        .put("name", LANGUAGE);
    metadata.putObject("language_info").put("file_extension", ".scala").put("name", LANGUAGE);
  }

  private static void putLines(ArrayNode array, String text) {
    for (int start = 0; start < text.length(); ) {
      int end = text.indexOf('\n', start) + 1;
      array.add(text.substring(start, end > 0 ? end : text.length()));
      start = end > 0 ? end : text.length();
    }
  }

  @Override
  List<RecordedCell> fromJson(JsonNode notebook) {
    List<RecordedCell> cells = new ArrayList<>();
    for (JsonNode cell : notebook.get("cells")) {
      String text = lines(cell.get("source"));
      if (cell.get("cell_type").textValue().equals("code")) {
        String title = cell.get("metadata").get(DATABRICKS_CELL).get("title").textValue();
        cells.add(new RecordedCell(Cell.code(title, text), output(cell.get("outputs"))));
      } else {
        cells.add(new RecordedCell(Cell.prose(text), Output.NONE));
      }
    }
    return cells;
  }

  private static Output output(JsonNode outputs) {
    String text = "";
    String html = "";
    for (JsonNode output : outputs) {
      if (output.get("output_type").textValue().equals("stream")) {
        text = lines(output.get("text"));
      } else {
        html = output.get("data").get(PICTURE).textValue();
      }
    }
    return new Output(text, html);
  }

  private static String lines(JsonNode array) {
    StringBuilder text = new StringBuilder();
    array.forEach(line -> text.append(line.textValue()));
    return text.toString();
  }
}
