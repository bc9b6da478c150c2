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
 * The distribution of rows to tasks that a write requires. One task must receive all rows at the
 * same coordinates of a sparse array without duplicates, or all rows of the same tile of a dense
 * array.
 *
 * @param distribution the distribution requested from Spark
 * @param partitions the number of tasks; 0 to let Spark decide
 * @param distinct whether different tasks never receive cells at the same coordinates
 */
record WriteDistribution(Distribution distribution, int partitions, boolean distinct) {

  /** The ways to distribute rows to tasks. */
  enum Choice {
    /** By hash of the coordinates or tile. */
    HASH,
    /**
     * By range of the coordinates or tile, so that each task gets cells that are close together.
     */
    RANGE,
    /** Unchanged, because the program has already distributed the rows. */
    NONE
  }

  /** Leaves the distribution of rows unchanged. */
  static final WriteDistribution UNCHANGED =
      new WriteDistribution(Distributions.unspecified(), 0, false);

  /**
   * Returns the distribution that an array requires.
   *
   * @param options the options of the write
   * @param schema the schema of the array
   * @param names the names of the dimensions' columns, in schema order
   * @param localTimes whether different values in the rows can become equal coordinates
   * @throws InvalidRequestException if the option {@code distribution} is not valid
   */
  static WriteDistribution of(
      ArrayOptions options, ArraySchema schema, List<String> names, boolean localTimes) {
    Choice usual = schema.allowsDuplicates() ? Choice.NONE : Choice.HASH;
    Choice choice = options.distribution().orElse(usual);
    if (choice == Choice.NONE) {
      return UNCHANGED;
    }
    List<NamedReference> all = columns(schema, names, false);
    if (!schema.isDense()) {
      // The array treats 0.0 and -0.0 as one coordinate.
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
   * Returns the columns of the dimensions.
   *
   * @param tiles whether to return only dimensions whose tiles are one coordinate long; rows of the
   *     same tile have equal values in these columns
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
