package io.azulejo.cli.help;

import java.util.List;
import java.util.stream.Stream;

/** A group of commands in the program's help. */
public enum Topic {
  /** Commands that describe arrays. */
  LOOK(
      "Look",
      List.of("info", "schema", "head", "view"),
      List.of("ls", "tree", "fragments", "history", "meta", "dump", "diff")),
  /** Commands that answer questions about cells. */
  ASK("Ask", List.of("read", "agg", "summarize", "plot"), List.of("tiles")),
  /** Commands that create and change arrays and groups. */
  CHANGE(
      "Create and change",
      List.of("create", "write", "delete", "evolve"),
      List.of(
          "upgrade",
          "meta set",
          "meta unset",
          "group create",
          "group add",
          "group remove",
          "cp",
          "mv",
          "rm",
          "import-file",
          "export-file")),
  /** Commands that keep arrays small, fast and intact. */
  MAINTAIN(
      "Maintain",
      List.of("consolidate", "vacuum", "verify", "repack"),
      List.of("advise", "gc", "repair", "seal", "zip")),
  /** Commands about the program itself. */
  PROGRAM("Program", List.of("help"), List.of("completion", "bench"));

  private final String title;
  private final List<String> common;
  private final List<String> others;

  Topic(String title, List<String> common, List<String> others) {
    this.title = title;
    this.common = common;
    this.others = others;
  }

  /** Returns the heading of the topic. */
  String title() {
    return title;
  }

  /** Returns the commands that the brief help describes. */
  List<String> common() {
    return common;
  }

  /** Returns the commands that the brief help only names. */
  List<String> others() {
    return others;
  }

  /** Returns all commands of the topic; the common ones come first. */
  public List<String> commands() {
    return Stream.concat(common.stream(), others.stream()).toList();
  }
}
