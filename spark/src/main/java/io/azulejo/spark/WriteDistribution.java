package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;

/**
 * Which rows have to meet in one task: of a sparse array without duplicates those at the same
 * coordinates, of a dense one those of a tile.
 *
 * @param distribution what Spark has to do
 * @param partitions into how many tasks; 0 for as many as Spark likes
 * @param distinct whether no two tasks can have cells at the same coordinates
 */
record WriteDistribution(Distribution distribution, int partitions, boolean distinct) {

  /** How rows are dealt out to tasks. */
  enum Choice {
    /** By hashes of what has to meet. */
    HASH,
    /** By ranges of what has to meet, so that tasks have cells close to each other. */
    RANGE,
    /** As they come: whoever writes has dealt them out. */
    NONE
  }

  /** Rows go to tasks as they come. */
  static final WriteDistribution AS_THEY_COME =
      new WriteDistribution(Distributions.unspecified(), 0, false);

  /**
   * What an array needs.
   *
   * @param names the names of the columns of the dimensions
   * @param localTimes whether equal coordinates can come from rows that are not equal
   * @throws InvalidRequestException if options do not fit it
   */
  static WriteDistribution of(
      ArrayOptions options, ArraySchema schema, List<String> names, boolean localTimes) {
    Choice usual = schema.allowsDuplicates() ? Choice.NONE : Choice.HASH;
    Choice choice = options.distribution().orElse(usual);
    if (choice == Choice.NONE) {
      return AS_THEY_COME;
    }
    List<NamedReference> all = columns(schema, names, false);
    if (!schema.isDense()) {
      // Zeros of both signs are one coordinate to the array.
      boolean distinct =
          !schema.allowsDuplicates()
              && schema.dimensions().stream()
                  .map(Dimension::type)
                  .noneMatch(Datatype::isFloatingPoint)
              && !localTimes;
      return new WriteDistribution(by(choice, all), 0, distinct);
    }
    List<NamedReference> whole = columns(schema, names, true);
    return whole.isEmpty()
        ? new WriteDistribution(by(Choice.HASH, all), 1, true)
        : new WriteDistribution(by(choice, whole), 0, true);
  }

  /**
   * The columns of the dimensions.
   *
   * @param tiles of those alone whose tiles are one coordinate long, so that equal coordinates are
   *     equal tiles
   */
  private static List<NamedReference> columns(
      ArraySchema schema, List<String> names, boolean tiles) {
    List<NamedReference> references = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Dimension dimension = schema.dimensions().get(i);
      boolean single =
          dimension.extent().isPresent()
              && dimension.type().isIntegerValued()
              && dimension.tileLength() == 1;
      if (!tiles || single) {
        references.add(Expressions.column("`" + names.get(i).replace("`", "``") + "`"));
      }
    }
    return references;
  }

  private static Distribution by(Choice choice, List<NamedReference> columns) {
    if (choice == Choice.HASH) {
      return Distributions.clustered(columns.toArray(Expression[]::new));
    }
    return Distributions.ordered(
        columns.stream()
            .map(column -> Expressions.sort(column, SortDirection.ASCENDING))
            .toArray(SortOrder[]::new));
  }
}
