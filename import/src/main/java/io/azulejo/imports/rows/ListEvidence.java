package io.azulejo.imports.rows;

import io.azulejo.schema.Datatype;
import io.azulejo.text.input.InputField;
import io.azulejo.text.row.BadCell;
import io.azulejo.text.row.CellBytes;
import io.azulejo.text.row.CellNotation;
import io.azulejo.text.row.CellParser;
import java.util.Optional;

/** Collects evidence on whether the cells of a column are lists of numbers. */
final class ListEvidence {
  private final String name;
  private final CellBytes scratch = new CellBytes(256);
  private boolean possible = true;
  private boolean integers = true;
  private CellParser parser;

  /**
   * Creates evidence without cells.
   *
   * @param name name of the column
   */
  ListEvidence(String name) {
    this.name = name;
  }

  /** Returns whether all cells are lists of numbers. */
  boolean isPossible() {
    return possible;
  }

  /** Records that a cell is not a list. */
  void exclude() {
    possible = false;
  }

  /** Adds a list. The numbers are integers as long as all lists contain only integers. */
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
