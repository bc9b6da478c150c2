package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of a document run one after the other: Scala and SQL in Spark, and text as settings
 * of the session. No Python runs here, so each example in Python must be one in Scala, but for
 * {@code val}. Commands of shells are not run: the modules, profiles and jars that they name must
 * be those of the build.
 */
class DocumentsTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
  private static final String SPARK = "docs/spark.md";
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
  private static final List<String> settings = new ArrayList<>();
  private final ScriptEngine scala = new ScriptEngineManager().getEngineByName("scala");

  private record Block(String language, String text) {
    boolean isOf(String... languages) {
      return List.of(languages).contains(language);
    }
  }

  private static List<Block> blocks(String document) throws IOException {
    return BLOCK
        .matcher(Files.readString(ROOT.resolve(document)))
        .results()
        .map(found -> new Block(found.group(1), found.group(2)))
        .toList();
  }

  @BeforeAll
  static void prepare() {
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
            "create table data.red (y int, x int, red float) tblproperties (dimensions = 'y,x')",
            "create table data.nir (y int, x int, nir float) tblproperties (dimensions = 'y,x')",
            "insert into data.red values (0, 1, 1F), (20000, 3, 3F)",
            "insert into data.nir values (0, 1, 3F), (20000, 4, 3F)",
            "create namespace data.lab",
            "create namespace data.lab.plates",
            "create table data.lab.plates.first (y int, x int, well string, a float, note string)"
                + " tblproperties (dimensions = 'y,x')",
            "insert into data.lab.plates.first values (1, 1, 'A7', 0.5F, 'dim'), (1, 2, 'A8', 2.5F, '')",
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
    String text = block.text().replaceAll("(?<=[\"`\\s])/data(?=/)", folder.toString());
    if (block.isOf("text")) {
      for (String line : text.lines().toList()) {
        String[] setting = line.split("\\s+");
        spark.conf().set(setting[0], setting[1]);
        settings.add(setting[0]);
      }
      return;
    }
    if (block.isOf("sql")) {
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

  /** What a text shows; rows that it ends with are read. */
  private String eval(String text) throws ScriptException {
    return scala
        .eval(
            """
            val shown = new java.io.ByteArrayOutputStream
            val result: Any = Console.withOut(shown) {
            %s
            }
            result match {
              case rows: org.apache.spark.sql.Dataset[_] => rows.collect()
              case _ =>
            }
            shown.toString
            """
                .formatted(text))
        .toString();
  }

  @AfterAll
  static void forget() {
    settings.forEach(spark.conf()::unset);
  }

  private List<String> rows(String query) {
    return CellText.rows(spark.sql(query).collectAsList());
  }

  @Test
  void ofTheReadme() throws Exception {
    List<Block> blocks = blocks("README.md").stream().filter(block -> block.isOf("scala")).toList();
    assertThat(blocks).hasSize(1);
    String text = blocks.get(0).text().replace("\"samples/", "\"" + ROOT + "/samples/");

    String shown = eval(GIVEN.formatted("fresh") + text);

    assertThat(shown).contains("|  1|      red|  7|   76|").doesNotContain("green|  5|");
  }

  @Test
  void ofTheDocumentAboutSpark() throws Exception {
    List<Block> blocks = blocks(SPARK);
    assertThat(blocks).hasSizeGreaterThan(12);

    for (Block block : blocks) {
      if (block.isOf("sh", "python")
          || (spark.version().startsWith("3") && block.text().startsWith("call"))) {
        continue;
      }
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

  @Test
  void examplesInPythonAreThoseInScala() throws Exception {
    List<Block> blocks = blocks(SPARK);
    List<Block> python = blocks.stream().filter(block -> block.isOf("python")).toList();
    assertThat(python).isNotEmpty();

    for (Block block : python) {
      String same = block.text().replaceAll("(?m)^(\\w+ = )", "val $1");
      assertThat(blocks).contains(new Block("scala", same));
    }
  }

  @Test
  void commandsNameModulesProfilesAndJarsOfTheBuild() throws Exception {
    String document = Files.readString(ROOT.resolve(SPARK)).replaceAll("(?m)\\s+(?=spark/)", " ");
    String version = first("<version>([^<]+)<", ROOT.resolve("pom.xml"));
    List<String> lines = new ArrayList<>();
    List<String> jars = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT.resolve("spark"))) {
      for (Path pom :
          modules.map(module -> module.resolve("pom.xml")).filter(Files::exists).toList()) {
        String name = first("</parent>\\s*<artifactId>([^<]+)<", pom);
        lines.add(name);
        String jar = "%s-%s-bundle.jar".formatted(name, version);
        jars.addAll(
            List.of(jar, "spark/%s/target/%s".formatted(pom.getParent().getFileName(), jar)));
      }
    }
    for (String store : List.of("s3", "gcs", "azure")) {
      Path pom = ROOT.resolve(store).resolve("pom.xml");
      String name = first("</parent>\\s*<artifactId>([^<]+)<", pom);
      jars.add(
          "%s-%s-%s.jar".formatted(name, version, first("<shadedClassifierName>(\\w+)<", pom)));
    }
    jars.add(
        "%s-%s.jar"
            .formatted(
                first("</parent>\\s*<artifactId>([^<]+)<", ROOT.resolve("webp/pom.xml")), version));

    assertThat(all("\\| `(azulejo-spark-[^`]+)` \\|", document)).hasSameElementsAs(lines);
    assertThat(all("([\\w./-]*azulejo-[\\w.-]+[.]jar)", document.replace("VERSION", version)))
        .hasSizeGreaterThan(5)
        .isSubsetOf(jars);
    assertThat(all("-pl (\\S+)", document))
        .isNotEmpty()
        .allMatch(module -> Files.exists(ROOT.resolve(module).resolve("pom.xml")));
    assertThat(all("-P(\\S+)", document))
        .isNotEmpty()
        .isSubsetOf(all("<id>([^<]+)<", Files.readString(ROOT.resolve("spark/pom.xml"))));
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static String first(String pattern, Path file) throws IOException {
    return all(pattern, Files.readString(file)).get(0);
  }
}
