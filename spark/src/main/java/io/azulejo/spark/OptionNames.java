package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The names of all options in lower case, grouped by where they apply. */
enum OptionNames {
  /** Options that locate the array, and Spark's own options. */
  SPARK(
      "all uses",
      Set.of(
          ArrayOptions.PATH,
          ArrayOptions.URI,
          ArrayOptions.PATHS,
          "versionasof",
          "timestampasof",
          "checkpointlocation",
          "queryname"),
      "asyncprogresstracking"),
  /** Options that determine the rows and columns of a table. */
  TABLE(
      "tables",
      Set.of(
          ArrayOptions.START,
          ArrayOptions.END,
          ArrayOptions.CELLS,
          ArrayOptions.CODES,
          ArrayOptions.LABELS,
          ArrayOptions.INSTANT,
          ArrayOptions.OUT_OF_RANGE,
          ArrayOptions.KEY,
          ArrayOptions.MEMORY),
      "tiledb.",
      "config."),
  /** Options of reads. */
  READ(
      "reads",
      Set.of(
          ArrayOptions.ORDER,
          ArrayOptions.SPLIT_SIZE,
          ArrayOptions.PARTITIONS,
          ArrayOptions.PUSH_DOWN,
          ArrayOptions.PARTITION_BY)),
  /** Options of streaming reads. */
  STREAM(
      "streaming reads",
      Set.of(
          ArrayOptions.STARTING,
          ArrayOptions.DELETIONS,
          ArrayOptions.MAX_FRAGMENTS,
          ArrayOptions.MAX_BYTES)),
  /** Options of writes. */
  WRITE(
      "writes",
      Set.of(
          ArrayOptions.MISSING,
          ArrayOptions.DUPLICATES,
          ArrayOptions.DISTRIBUTION,
          ArrayOptions.COMMIT_ID,
          ArrayOptions.MODE,
          ArrayOptions.CONFLICTS),
      MetadataOptions.VALUE,
      MetadataOptions.TYPE),
  /** Properties of new arrays. */
  CREATE("new arrays", NewArray.PROPERTIES, NewArray.DIMENSION, NewArray.ATTRIBUTE),
  /** Options of TileDB-Spark. Its programs pass them to both reads and writes. */
  TILEDB(
      "all uses",
      Set.of(
          ArrayOptions.FILTERING,
          "read_buffer_size",
          "write_buffer_size",
          "allow_read_buffer_realloc",
          "print_array_metadata"),
      ArrayOptions.PARTITION_DIMENSION);

  /**
   * Options of other data sources by name in lower case, with advice on the alternative in this
   * one.
   */
  private static final Map<String, String> FOREIGN_OPTIONS =
      Map.of(
          "warehouse", "set the catalog's \"path\" instead",
          "mergeschema", "add columns with \"alter table ... add columns\" first",
          "overwriteschema", "replace the table with \"create or replace table ... as select\"",
          "replacewhere", "overwrite by a condition: df.writeTo(table).overwrite(condition)",
          "partitionoverwritemode", "overwrite tiles: df.writeTo(table).overwritePartitions()",
          "header", "it applies to CSV files; use format(\"csv\") to read them",
          "inferschema", "arrays have a schema; leave it out",
          "maxfilespertrigger", "use \"maxFragmentsPerTrigger\" to limit the batches of a stream",
          "ignoredeletes", "use \"deletions\" = \"ignored\" to ignore deletions",
          "startingversion", "use \"starting\" to set where a stream starts");

  private final String description;
  private final Set<String> names;
  private final List<String> prefixes;

  OptionNames(String description, Set<String> names, String... prefixes) {
    this.description = description;
    this.names = names;
    this.prefixes = List.of(prefixes);
  }

  /**
   * Returns whether this group contains an option.
   *
   * @param name the name of the option, in lower case
   */
  boolean has(String name) {
    return names.contains(name) || prefixes.stream().anyMatch(name::startsWith);
  }

  /**
   * Rejects unknown names, because a typo could silently change the rows.
   *
   * @param what the kind of names, "option" or "property"
   * @param names the names in lower case
   * @throws InvalidRequestException if a name is unknown; the message suggests a known one
   */
  static void requireKnown(String what, Collection<String> names) {
    for (String name : names) {
      if (Arrays.stream(values()).noneMatch(use -> use.has(name))) {
        Set<String> known = new TreeSet<>();
        Stream.of(values()).forEach(use -> known.addAll(use.names));
        throw new InvalidRequestException(
            "unknown %s \"%s\"%s".formatted(what, name, suggestion(name, known)));
      }
    }
  }

  private static String suggestion(String name, Set<String> known) {
    String other = FOREIGN_OPTIONS.get(name);
    if (other != null) {
      return ": " + other;
    }
    String hint = Suggestion.hint(name, known);
    return hint.isEmpty() ? "; docs/spark.md lists all options" : hint;
  }

  /**
   * Rejects options of this group that are given where they have no effect.
   *
   * @param given the names of the given options, in lower case
   * @param use a description of where they are given, such as "reads"
   * @throws InvalidRequestException if one of the names belongs to this group
   */
  void refuse(Collection<String> given, String use) {
    for (String name : given) {
      if (has(name)) {
        throw inapplicable(name, description, use);
      }
    }
  }

  /**
   * Returns the exception for an option that is given where it has no effect.
   *
   * @param name the name of the option
   * @param applies a description of where the option applies
   * @param use a description of where it is given
   */
  static InvalidRequestException inapplicable(String name, String applies, String use) {
    return new InvalidRequestException(
        "option %s applies to %s and has no effect on %s; leave it out"
            .formatted(name, applies, use));
  }
}
