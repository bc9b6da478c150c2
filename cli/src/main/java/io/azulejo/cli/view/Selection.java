package io.azulejo.cli.view;

import io.azulejo.Array;
import io.azulejo.cli.argument.RangeParser;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import java.util.List;
import java.util.Optional;

/**
 * Which cells the page shows.
 *
 * @param ranges ranges as the command line takes them
 * @param part the part of the array that these are
 * @param condition what cells have to meet
 */
record Selection(List<String> ranges, Subarray part, Optional<Condition> condition) {
  /** That of a request: any number of {@code range}, at most one {@code where}. */
  static Selection of(Array array, Parameters parameters) {
    List<String> ranges = parameters.all("range");
    Subarray part = new RangeParser(array.schema(), array.nonEmptyDomain()).subarray(ranges);
    return new Selection(ranges, part, parameters.optional("where").map(Condition::parse));
  }

  /** A request for rows: of a dense array with a condition, only those that meet it. */
  ReadRequest.Builder request() {
    ReadRequest.Builder request = ReadRequest.builder().subarray(part);
    condition.ifPresent(c -> request.where(c).onlyMatching(true));
    return request;
  }
}
