package io.azulejo.cli;

import io.azulejo.Array;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import java.util.List;
import picocli.CommandLine.Option;

/** Which cells of an array a command is about: a mixin of all commands that read cells. */
final class SelectionArguments {
  @Option(
      names = "--range",
      paramLabel = "DIM=LO..HI",
      description =
          "The part of a dimension, both ends included; DIM=V is one value, and an end that is left"
              + " out is that of what was written. Several for one dimension are taken one after"
              + " the other. Datetimes are ISO 8601, or numbers in the dimension's unit.")
  private List<String> ranges = List.of();

  /** The part of an array that the ranges name. */
  Subarray subarray(Array array) {
    return ranges.isEmpty()
        ? Subarray.ALL
        : new Ranges(array.schema(), array.nonEmptyDomain()).subarray(ranges);
  }

  /** A request for the cells that were asked for, to be described further: fields and order. */
  ReadRequest.Builder request(Array array) {
    return ReadRequest.builder().subarray(subarray(array));
  }
}
