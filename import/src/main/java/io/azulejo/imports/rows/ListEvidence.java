package io.azulejo.imports.rows;

import io.azulejo.schema.Datatype;
import io.azulejo.text.input.InputField;
import io.azulejo.text.row.BadCell;
import io.azulejo.text.row.CellBytes;
import io.azulejo.text.row.CellNotation;
import io.azulejo.text.row.CellParser;
import java.util.Optional;

/** Reads the cells of a column as lists of numbers. */
final class ListEvidence {
  private final String name;
  private final CellBytes scratch = new CellBytes(256);
  private boolean possible = true;
  private boolean integers = true;
  private CellParser parser;

  /**
   * Creates evidence without cells.
   *
   * @param name the column's name
   */
  ListEvidence(String name) {
    this.name = name;
  }

  /** Returns whether all cells are lists of numbers. */
  boolean isPossible() {
    return possible;
  }

  /** Excludes lists because a cell is not a list. */
  void exclude() {
    possible = false;
  }

  /** Reads a list; the numbers stay integers as long as all lists are integers. */
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

  /** Returns the type of the numbers. */
  Datatype type() {
    return integers ? Datatype.INT64 : Datatype.FLOAT64;
  }
}
