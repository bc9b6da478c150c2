package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of documents, in Scala and SQL: those of one document after each other. */
class DocumentsTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(scala|sql)\\n(.*?)^```$");
  private static final Path ROOT = Path.of(System.getProperty("azulejo.root"));

  /** What a shell of Spark has imported, and what examples take as given. */
  private static final String GIVEN =
      """
      val spark = org.apache.spark.sql.SparkSession.active
      import org.apache.spark.sql.functions._
      val rows = spark.table("%s")
      val path = "/data/field"
      """;

  @TempDir private static Path folder;
  private static final SparkSession spark = Sessions.get();
  private final ScriptEngine scala = new ScriptEngineManager().getEngineByName("scala");

  private record Block(String language, String text) {}

  private static List<Block> blocks(String document) throws IOException {
    return BLOCK
        .matcher(Files.readString(ROOT.resolve(document)))
        .results()
        .map(found -> new Block(found.group(1), found.group(2)))
        .toList();
  }

  @BeforeAll
  static void prepare() {
    spark.conf().set("spark.sql.catalog.lab", AzulejoCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.lab.path", folder.resolve("lab").toString());
    spark.conf().set("spark.sql.catalog.data", AzulejoCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.data.path", folder.toString());
    for (String statement :
        List.of(
            "create table data.quakes (latitude double, longitude double, magnitude float, kind"
                + " string) tblproperties (dimensions = 'latitude,longitude', 'schema.dim.0.min' ="
                + " '-90', 'schema.dim.0.max' = 90, 'schema.dim.1.min' = '-180', 'schema.dim.1.max' ="
                + " 180)",
            "insert into data.quakes values (40.5D, 3D, 5.5F, 'earthquake'), (37D, 4D, 6F,"
                + " 'earthquake'), (80D, 4D, 7F, 'explosion')",
            "create table data.kinds (kind string, count bigint) tblproperties (dimensions ="
                + " 'kind')",
            "create table data.field (y int, x int, a float) tblproperties (dimensions = 'y,x',"
                + " array_type = 'dense', 'schema.dim.y.min' = 0, 'schema.dim.y.max' = 2047,"
                + " 'schema.dim.y.extent' = 512, 'schema.dim.x.min' = 0, 'schema.dim.x.max' = 2047,"
                + " 'schema.dim.x.extent' = 512)",
            "create namespace lab.plates",
            "create table lab.plates.first (y int, x int, well string, a float, note string)"
                + " tblproperties (dimensions = 'y,x')",
            "insert into lab.plates.first values (1, 1, 'A7', 0.5F, 'dim'), (1, 2, 'A8', 2.5F, '')",
            "create or replace temporary view quakes as select 1D latitude, 2D longitude,"
                + " float(id) magnitude, 'quarry' kind from range(1)",
            "create or replace temporary view fresh as select int(id) y, int(2 * id) x, 'n' note"
                + " from range(9)",
            "create or replace temporary view field as select int(id div 100) y, int(id % 100) x,"
                + " float(id) a from range(10000)")) {
      spark.sql(statement);
    }
  }

  private void run(Block block) throws Exception {
    String text =
        block
            .text()
            .replace("\"/data/", "\"" + folder + "/")
            .replace("`/data/", "`" + folder + "/");
    if (block.language().equals("sql")) {
      for (String statement : text.replaceAll("--.*", "").split(";\\s*")) {
        if (!statement.isBlank()) {
          spark.sql(statement).collectAsList();
        }
      }
      return;
    }
    String table =
        block.text().contains("/data/quakes")
            ? "quakes"
            : block.text().contains("/data/fresh") ? "fresh" : "field";
    eval(GIVEN.formatted(table).replace("/data", folder.toString()) + text);
    for (StreamingQuery query : spark.streams().active()) {
      query.processAllAvailable();
      query.stop();
    }
  }

  /** What a text shows. */
  private String eval(String text) throws ScriptException {
    return scala
        .eval(
            """
            val shown = new java.io.ByteArrayOutputStream
            Console.withOut(shown) {
            %s
            }
            shown.toString
            """
                .formatted(text))
        .toString();
  }

  private List<String> rows(String query) {
    return CellText.rows(spark.sql(query).collectAsList());
  }

  @Test
  void ofTheReadme() throws Exception {
    List<Block> blocks = blocks("README.md");
    assertThat(blocks).hasSize(1);
    String text = blocks.get(0).text().replace("\"samples/", "\"" + ROOT + "/samples/");

    String shown = eval(GIVEN.formatted("fresh") + text);

    assertThat(shown).contains("|  1|      red|  7|   76|").doesNotContain("green|  5|");
  }

  @Test
  void ofTheDocumentAboutSpark() throws Exception {
    List<Block> blocks = blocks("docs/spark.md");
    assertThat(blocks).hasSizeGreaterThan(6);

    for (Block block : blocks) {
      try {
        run(block);
      } catch (Exception e) {
        throw new AssertionError("this example fails:\n" + block.text(), e);
      }
    }

    assertThat(rows("select count(*), sum(x) from data.fresh")).containsExactly("9|72");
    assertThat(rows("select count(*), sum(a) from data.field where a >= 0"))
        .containsExactly("10000|4.9995E7");
    assertThat(rows("select kind, count from data.kinds"))
        .containsExactly("earthquake|2", "explosion|1", "quarry|1");
    assertThat(rows("show tables in lab.plates")).contains("plates|second|false");
  }
}
