package org.privatemean.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** The format of Zeppelin's notes, without dates and users. */
final class ZeppelinNote extends NotebookFormat {
  private static final String PROSE = "%md\n";
  private static final String CODE = "%spark\n";
  private static final String SQL = "%spark.sql\n";

  ZeppelinNote() {
    super("zpln");
  }

  @Override
  JsonNode toJson(String name, List<RecordedCell> cells) {
    ObjectNode note = JSON.createObjectNode();
    ArrayNode paragraphs = note.putArray("paragraphs");
    putParagraph(paragraphs, cells.get(0));
    putParagraph(paragraphs, new RecordedCell(DISPLAY_HTML, Output.NONE));
    cells.subList(1, cells.size()).forEach(cell -> putParagraph(paragraphs, cell));
    note.put("name", name).put("id", name).put("defaultInterpreterGroup", "spark");
    note.putObject("noteParams");
    note.putObject("noteForms");
    note.putObject("angularObjects");
    note.putObject("config");
    note.putObject("info");
    return note;
  }

  private static void putParagraph(ArrayNode paragraphs, RecordedCell recorded) {
    Cell cell = recorded.cell();
    ObjectNode paragraph = paragraphs.addObject();
    String id = "paragraph_" + paragraphs.size();
    paragraph.put("title", cell.title());
    paragraph.put("text", interpreter(cell) + cell.text());
    ObjectNode config = paragraph.putObject("config");
    config.put("colWidth", 12.0).put("enabled", true).put("title", cell.isCode());
    config.put("editorMode", "ace/mode/" + language(cell));
    config.putObject("editorSetting").put("language", language(cell));
    ObjectNode settings = paragraph.putObject("settings");
    settings.putObject("params");
    settings.putObject("forms");
    if (cell.isCode()) {
      putResults(paragraph.putObject("results"), recorded.output());
    }
    paragraph.put("jobName", id).put("id", id).put("status", cell.isCode() ? "FINISHED" : "READY");
  }

  private static String interpreter(Cell cell) {
    return switch (cell.kind()) {
      case PROSE -> PROSE;
      case SCALA -> CODE;
      case SQL -> SQL;
    };
  }

  private static String language(Cell cell) {
    return switch (cell.kind()) {
      case PROSE -> "markdown";
      case SCALA -> LANGUAGE;
      case SQL -> "sql";
    };
  }

  private static void putResults(ObjectNode results, Output output) {
    results.put("code", "SUCCESS");
    ArrayNode messages = results.putArray("msg");
    if (!output.text().isEmpty()) {
      messages.addObject().put("type", "TEXT").put("data", output.text());
    }
    if (!output.html().isEmpty()) {
      messages.addObject().put("type", "HTML").put("data", output.html());
    }
  }

  @Override
  List<RecordedCell> fromJson(JsonNode note) {
    List<RecordedCell> cells = new ArrayList<>();
    for (JsonNode paragraph : note.get("paragraphs")) {
      String text = paragraph.get("text").textValue();
      String title = paragraph.get("title").textValue();
      if (text.startsWith(CODE) || text.startsWith(SQL)) {
        Cell cell =
            text.startsWith(SQL)
                ? Cell.sql(title, text.substring(SQL.length()))
                : Cell.code(title, text.substring(CODE.length()));
        cells.add(new RecordedCell(cell, output(paragraph.get("results"))));
      } else if (text.startsWith(PROSE)) {
        cells.add(new RecordedCell(Cell.prose(text.substring(PROSE.length())), Output.NONE));
      } else {
        throw new IllegalArgumentException("paragraph of an unknown interpreter: " + text);
      }
    }
    return cells;
  }

  private static Output output(JsonNode results) {
    String text = "";
    String html = "";
    for (JsonNode message : results.get("msg")) {
      if (message.get("type").textValue().equals("HTML")) {
        html = message.get("data").textValue();
      } else {
        text = message.get("data").textValue();
      }
    }
    return new Output(text, html);
  }
}
