package io.azulejo.imports.rows;

import io.azulejo.schema.Datatype;
import io.azulejo.text.input.InputField;
import io.azulejo.text.row.BadCell;
import io.azulejo.text.row.CellBytes;
import io.azulejo.text.row.CellNotation;
import io.azulejo.text.row.CellParser;
import java.util.Optional;

/** The cells of a column read as lists of numbers. */
final class ListEvidence {
  private final String name;
  private final CellBytes scratch = new CellBytes(256);
  private boolean possible = true;
  private boolean integers = true;
  private CellParser parser;

  /**
   * No cells yet.
   *
   * @param name the column's name
   */
  ListEvidence(String name) {
    this.name = name;
  }

  /** Whether all cells are lists of numbers. */
  boolean isPossible() {
    return possible;
  }

  /** Excludes lists: a cell is something else. */
  void exclude() {
    possible = false;
  }

  /** Reads a list, of integers as long as all are of such. */
  void add(char[] text, int start, int end) {
    for (int attempt = 0; possible && attempt < 2; attempt++) {
      if (parser == null) {
        parser =
            CellParser.of(
                new InputField(name, type(), -1, false, Optional.empty(), Optional.empty()), false);
      }
      scratch.truncate(0);
      try {
        parser.put(scratch, text, start, end, CellNotation.LIST);
        return;
      } catch (BadCell e) {
        possible = integers;
        integers = false;
        parser = null;
      }
    }
  }

  /** The type of the numbers. */
  Datatype type() {
    return integers ? Datatype.INT64 : Datatype.FLOAT64;
  }
}
