package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;

/**
 * Each option and property in the tables of the document about Spark works in a read, a write or a
 * stream, with each value that its row names. A wrong value is refused, so that the name is known.
 *
 * <p>A row needs nothing here if its meaning shows the values in back quotes. {@link #EXAMPLES} has
 * values of the other options, {@link #FREE} names those that take any text.
 */
class DocumentedOptionsTest extends ArraysInCatalog {
  private static final Path ROOT = Path.of(System.getProperty("azulejo.root"));
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final String FAR = "4102444800000";
  private static final String KEY = "0123456789abcdef0123456789abcdef";

  /** Values of options and properties whose rows show none, or others too. */
  private static final Map<String, List<String>> EXAMPLES =
      Map.ofEntries(
          entry("timestamp_start", "0"),
          entry("timestamp_end", FAR),
          entry("versionAsOf", FAR),
          entry("timestampAsOf", "2100-01-01", "2100-01-01 12:30:00"),
          entry("split_size", "1", "1000000"),
          entry("partition_count", "3"),
          entry("partition.dim.N", "2"),
          entry("tiledb_filtering", "true", "false"),
          entry("partition_by", "y", "y,x"),
          entry("encryption_key", KEY),
          entry("memory_budget", "100000000"),
          entry("commit_id", "job-1"),
          entry("metadata_value.KEY", "7"),
          entry("tiledb.NAME", "1000"),
          entry("config.NAME", "1000"),
          entry("starting", "earliest", "latest", "0"),
          entry("maxFragmentsPerTrigger", "1"),
          entry("maxBytesPerTrigger", "1"),
          entry("read_buffer_size", "1000000"),
          entry("write_buffer_size", "1000000"),
          entry("allow_read_buffer_realloc", "true"),
          entry("print_array_metadata", "true"),
          entry("dimensions", "y,x"),
          entry("schema.dim.0.name", "y"),
          entry("schema.dim.1.name", "x"),
          entry("schema.dim.N.min", "0"),
          entry("schema.dim.N.max", "1"),
          entry("schema.dim.N.extent", "1"),
          entry("schema.capacity", "500"),
          entry("schema.coords_filter_list", "zstd 5"),
          entry("schema.offsets_filter_list", "zstd 5"),
          entry("schema.validity_filter_list", "zstd 5"),
          entry("schema.tile_order", "row-major", "col-major"));

  /** Options that take any text, or whose values have no meaning here. */
  private static final Set<String> FREE =
      Set.of(
          "commit_id",
          "metadata_value.KEY",
          "tiledb.NAME",
          "config.NAME",
          "read_buffer_size",
          "write_buffer_size",
          "allow_read_buffer_realloc",
          "print_array_metadata");

  /** The options that name the array. */
  private static final List<String> PLACES = List.of("path", "uri");

  /** The properties of arrays of two by two cells. */
  private static final Map<String, String> BASE =
      Map.of(
          "dimensions", "y,x",
          "schema.dim.y.min", "0",
          "schema.dim.y.max", "1",
          "schema.dim.x.min", "0",
          "schema.dim.x.max", "1",
          "schema.dim.y.extent", "1");

  private int tables;

  /** A row of a table: the names in its first cell, and the code in its others. */
  private record Entry(String heading, List<String> names, String meaning, List<String> code) {
    boolean isOfStreams() {
      return heading.equals("Streams");
    }

    boolean isOfWrites() {
      return meaning.startsWith("writes") || isOfStatements();
    }

    boolean isOfStatements() {
      return meaning.startsWith("statements");
    }

    boolean isOfDenseArrays() {
      return meaning.contains("dense array");
    }
  }

  /** The rows of the tables whose header starts with a word, below a heading. */
  private static List<Entry> table(String heading, String header) throws IOException {
    String document = Files.readString(ROOT.resolve("docs/spark.md"));
    String section = document.substring(document.indexOf("\n## " + heading + "\n") + 4);
    section = section.substring(0, (section + "\n## ").indexOf("\n## "));
    List<Entry> entries = new ArrayList<>();
    boolean inside = false;
    for (String line : section.lines().toList()) {
      inside = line.startsWith("| " + header + " |") || (inside && line.startsWith("|"));
      if (inside && line.startsWith("| `")) {
        int end = line.indexOf(" | ");
        entries.add(
            new Entry(
                heading,
                code(line.substring(0, end)),
                line.substring(end + 3),
                code(line.substring(end))));
      }
    }
    assertThat(entries).as(heading).isNotEmpty();
    return entries;
  }

  private static List<String> code(String text) {
    return CODE.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static Map.Entry<String, List<String>> entry(String name, String... values) {
    return Map.entry(name, List.of(values));
  }

  private static List<String> values(Entry entry, String name) {
    List<String> values =
        EXAMPLES.getOrDefault(
            name,
            entry.code().stream()
                .filter(text -> !text.contains("load(") && !entry.names().contains(text))
                .distinct()
                .toList());
    assertThat(values).as("values of %s, in its row or in EXAMPLES", name).isNotEmpty();
    return values;
  }

  private static String whole(String name) {
    return name.replace(".attr.NAME", ".attr.a")
        .replace(".dim.N", ".dim.y")
        .replace(".NAME", ".vfs.min_batch_gap")
        .replace(".KEY", ".unit");
  }

  /** Makes an array of four cells, dense or sparse. */
  private String array(String type, Map<String, String> options) {
    String place = folder.resolve("array" + tables++).toString();
    writer(cells(), "append", "array_type", type).options(BASE).options(options).save(place);
    return place;
  }

  private Dataset<Row> cells() {
    return spark
        .range(4)
        .selectExpr(
            "int(id div 2) y",
            "int(id % 2) x",
            "int(id) a",
            "timestamp_ntz'2024-01-01' t",
            "timestamp_ntz'2024-01-01' updated");
  }

  private void read(String format, String place, Map<String, String> options) {
    Dataset<Row> rows = spark.read().format(format).options(options).load(place);
    assertThat(rows.where("a >= 0").collectAsList()).hasSize(4);
  }

  private void write(String format, String mode, String place, Map<String, String> options) {
    cells().write().format(format).options(options).mode(mode).save(place);
  }

  private void stream(String format, String place, Map<String, String> options) throws Exception {
    spark
        .readStream()
        .format(format)
        .options(options)
        .load(place)
        .writeStream()
        .format("noop")
        .option("checkpointLocation", folder.resolve("checkpoint" + tables++).toString())
        .trigger(Trigger.AvailableNow())
        .start()
        .awaitTermination();
  }

  /** Reads or writes arrays with an option, as its row says. */
  private void use(String format, Entry entry, String name, String value, List<String> places)
      throws Exception {
    Map<String, String> options = new HashMap<>(Map.of(whole(name), value));
    if (name.startsWith("metadata_type")) {
      options.put(whole("metadata_value.KEY"), "7");
    }
    for (String place : places) {
      if (entry.isOfStreams()) {
        stream(format, place, options);
      } else if (entry.isOfWrites()) {
        write(format, entry.isOfStatements() ? "overwrite" : "append", place, options);
      } else {
        read(format, place, options);
      }
    }
  }

  private void useAll(String format, Entry entry, String name) throws Exception {
    Map<String, String> key = name.equals("encryption_key") ? Map.of(name, KEY) : Map.of();
    List<String> places = new ArrayList<>(List.of(array("dense", key)));
    if (!entry.isOfDenseArrays()) {
      places.add(array("sparse", key));
    }
    for (String value : values(entry, name)) {
      try {
        use(format, entry, name, value, places);
      } catch (Exception e) {
        throw new AssertionError("%s = %s is documented and fails".formatted(name, value), e);
      }
    }
    if (!FREE.contains(name)) {
      assertThatThrownBy(() -> use(format, entry, name, "?", places), "%s = ?", name);
    }
  }

  @Test
  void optionsWorkWithTheirValuesAndNoOthers() throws Exception {
    for (Entry entry : table("Options", "option")) {
      for (String name : entry.names()) {
        if (!PLACES.contains(name)) {
          useAll("azulejo", entry, name);
        }
      }
    }
  }

  @Test
  void placesAreGivenByEitherName() {
    String place = array("sparse", Map.of());

    for (String name : PLACES) {
      assertThat(spark.read().format("azulejo").option(name, place).load().count()).isEqualTo(4);
    }
  }

  @Test
  void optionsOfStreamsWorkWithTheirValuesAndNoOthers() throws Exception {
    for (Entry entry : table("Streams", "option")) {
      for (String name : entry.names()) {
        useAll("azulejo", entry, name);
      }
    }
  }

  @Test
  void optionsOfTileDbSparkWorkByBothNamesOfTheSource() throws Exception {
    Map<String, Entry> known = new HashMap<>();
    for (Entry entry : table("Options", "option")) {
      entry.names().forEach(name -> known.put(name, entry));
    }
    for (Entry entry : table("From TileDB-Spark", "option")) {
      for (String name : entry.names()) {
        if (!PLACES.contains(name) && !name.equals("schema.*")) {
          boolean own = entry.meaning().contains("`TILEDB") || !known.containsKey(name);
          for (String format : List.of("azulejo", "io.tiledb.spark")) {
            useAll(format, own ? entry : known.get(name), name);
          }
        }
      }
    }
  }

  @Test
  void propertiesWorkWithTheirValuesAndNoOthers() throws Exception {
    for (Entry entry : table("Catalogs", "property")) {
      for (String name : entry.names()) {
        String full =
            name.startsWith(".") ? entry.names().get(0).replaceAll("[.]\\w+$", name) : name;
        for (String value : values(entry, full)) {
          create(full, value);
        }
        assertThatThrownBy(() -> create(full, "?"), "%s = ?", full);
      }
    }
  }

  private void create(String name, String value) {
    Map<String, String> properties = new HashMap<>(BASE);
    if (name.matches("schema[.]dim[.][0-9][.]name")) {
      properties.remove("dimensions");
      properties.putAll(Map.of("schema.dim.0.name", "y", "schema.dim.1.name", "x"));
    }
    properties.put(whole(name), value);
    String table = catalog + ".made" + tables++;
    String list =
        properties.entrySet().stream()
            .map(each -> "'%s' = '%s'".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining(", "));
    spark.sql(
        "create table %s (y int, x int, a int, t timestamp_ntz, updated timestamp_ntz) tblproperties (%s)"
            .formatted(table, list));
    cells().write().mode("append").insertInto(table);
    assertThat(spark.table(table).count()).isEqualTo(4);
  }

  @Test
  void allOptionsOfTheSourcesAreDocumented() throws IOException {
    Set<String> documented = new HashSet<>();
    for (String heading : List.of("Options", "Streams", "From TileDB-Spark")) {
      table(heading, "option")
          .forEach(entry -> entry.names().forEach(n -> documented.add(n.toLowerCase(Locale.ROOT))));
    }
    String source =
        Files.readString(ROOT.resolve("spark/src/main/java/io/azulejo/spark/ArrayOptions.java"));
    List<String> names =
        Pattern.compile("static final String \\w+ =\\s+\"([\\w.]+)\"")
            .matcher(source)
            .results()
            .map(found -> found.group(1))
            .filter(name -> !name.equals("paths")) // Spark's own, for load(first, second)
            .toList();

    assertThat(names).hasSizeGreaterThan(20);
    for (String name : names) {
      assertThat(documented)
          .anyMatch(each -> each.equals(name) || (name.endsWith(".") && each.startsWith(name)));
    }
  }
}
