package io.azulejo.cli.command;

import static io.azulejo.cli.Session.done;
import static io.azulejo.cli.Session.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.cli.Session;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with values that enumerations lack. */
class NewCategoriesTest {
  @TempDir private Path folder;

  private String place(String name) {
    return folder.resolve(name).toString();
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  private static String cells(String array) {
    return done("read", array, "--format", "csv", "--layout", "row-major");
  }

  /** An array of skies by hour, created by the command, with three cells. */
  private String created() throws IOException {
    String array = place("skies");
    done(
        Session.words(
            "create %s --from %s --dims hour --enumerate sky --write",
            array, file("first.csv", "hour,sky\n1,clear\n2,cloudy\n3,clear\n")));
    return array;
  }

  /** An array as other programs make it. */
  private String foreign(boolean ordered, Datatype index, String... values) {
    String array = place("foreign");
    try (Azulejo azulejo = Azulejo.create()) {
      azulejo.create(
          Location.of(Path.of(array)),
          ArraySchema.sparse()
              .dimension(Dimension.of("hour", Datatype.INT32, Range.of(0, 1000), 10))
              .attribute(Attribute.builder("sky", index).enumeration("sky").build())
              .enumeration(Enumeration.ofStrings("sky", ordered, List.of(values)))
              .build());
    }
    return array;
  }

  @Test
  void aNewCategoryIsAddedToTheEnumerationOfAnArrayThatCreateMade() throws IOException {
    String array = created();

    String said = done("write", array, file("next.csv", "hour,sky\n4,fog\n5,clear\n6,hail\n"));

    assertThat(said)
        .contains("added to enumeration sky: \"fog\", \"hail\" (4 values now)")
        .contains("wrote 3 cells");
    assertThat(cells(array))
        .isEqualTo("hour,sky\n1,clear\n2,cloudy\n3,clear\n4,fog\n5,clear\n6,hail\n");
  }

  @Test
  void createSaysThatNewCategoriesAreAdded() throws IOException {
    String said =
        done(
            Session.words(
                "create %s --from %s --dims hour --enumerate sky",
                place("said"), file("first.csv", "hour,sky\n1,clear\n2,cloudy\n")));

    assertThat(said)
        .contains(
            "write adds new values to the enumeration sky (write --no-extend-enumerations rejects"
                + " them)");
    assertThat(done("meta", place("said"))).contains("azulejo.extend_enumerations");
  }

  @Test
  void anArrayWithoutEnumerationsGetsNoMetadata() throws IOException {
    done("create", place("plain"), "--from", file("p.csv", "x,y\n1,2\n"), "--dims", "x");

    assertThat(done("meta", place("plain"), "--format", "json")).doesNotContain("azulejo");
  }

  @Test
  void aTypoIsRefusedWhereTheOptionSaysSo() throws IOException {
    String array = created();
    String next = file("next.csv", "hour,sky\n4,claer\n");

    assertThat(refused("write", array, next, "--no-extend-enumerations"))
        .contains(
            "\"claer\" is not a value of the enumeration sky, which has \"clear\", \"cloudy\"")
        .contains("use --extend-enumerations to add it")
        .contains("nothing was written");
    done("meta", "unset", array, "azulejo.extend_enumerations");
    assertThat(refused("write", array, next)).contains("\"claer\" is not a value");
    assertThat(cells(array)).doesNotContain("claer");
  }

  @Test
  void arraysOfOtherProgramsAreExtendedOnRequestOnly() throws IOException {
    String array = foreign(false, Datatype.UINT8, "clear");
    String next = file("next.csv", "hour,sky\n4,fog\n");

    assertThat(refused("write", array, next)).contains("\"fog\" is not a value");
    assertThat(done("write", array, next, "--extend-enumerations"))
        .contains("added to enumeration sky: \"fog\" (2 values now)");
    assertThat(cells(array)).isEqualTo("hour,sky\n4,fog\n");
  }

  @Test
  void orderedEnumerationsAreNotExtendedByWrites() throws IOException {
    String array = foreign(true, Datatype.UINT8, "low", "high");

    assertThat(
            refused("write", array, file("n.csv", "hour,sky\n4,middle\n"), "--extend-enumerations"))
        .contains("\"middle\" is not a value of the enumeration sky")
        .contains("it is ordered; to append values, use evolve --extend-enumeration");
  }

  @Test
  void aFileWithABadRowAddsNoValues() throws IOException {
    String array = created();

    assertThat(refused("write", array, file("bad.csv", "hour,sky\n4,fog\nfive,hail\n")))
        .contains("five")
        .contains("nothing was written");
    assertThat(done("schema", array)).contains("enumeration sky: 2 values");
  }

  @Test
  void tooManyValuesForTheIndexesAreRefused() throws IOException {
    String array = foreign(false, Datatype.INT8, "clear");
    String rows =
        IntStream.range(0, 200).mapToObj(i -> i + ",s" + i + "\n").collect(Collectors.joining());

    assertThat(refused("write", array, file("n.csv", "hour,sky\n" + rows), "--extend-enumerations"))
        .contains("enumeration \"sky\" has 201 values, but INT8 can index at most 126")
        .contains("write the cells to a new array with a wider type");
    assertThat(Session.of("read", array, "--format", "csv").out).isEqualTo("hour,sky\n");
  }

  @Test
  void rowsOfStandardInputMayHaveNewValues() throws IOException {
    String array = created();

    Session session = Session.with("hour,sky\n7,fog\n", "write", array, "-", "--format", "csv");

    assertThat(session.err).isEmpty();
    assertThat(session.out).contains("added to enumeration sky: \"fog\"");
    assertThat(cells(array)).endsWith("7,fog\n");
  }

  @Test
  void jsonAndArrowMayHaveNewValues() throws IOException {
    String array = created();
    String other = place("other");
    done(
        Session.words(
            "create %s --from %s --dims hour --enumerate sky --write",
            other, file("other.csv", "hour,sky\n8,fog\n9,hail\n")));
    done("read", other, "-o", place("other.arrow"));

    done("write", array, file("n.json", "{\"hour\": 10, \"sky\": \"snow\"}\n"));
    assertThat(done("write", array, place("other.arrow")))
        .contains("added to enumeration sky: \"fog\", \"hail\" (5 values now)");

    assertThat(cells(array)).endsWith("8,fog\n9,hail\n10,snow\n");
  }

  @Test
  void cellsOfDenseArraysMayHaveNewValues() throws IOException {
    String array = place("dense");
    done(
        Session.words(
            "create %s --from %s --dims hour --dense --enumerate sky --write",
            array, file("d.csv", "hour,sky\n1,clear\n2,cloudy\n")));

    done("write", array, file("more.csv", "hour,sky\n2,fog\n"));

    assertThat(cells(array)).isEqualTo("hour,sky\n1,clear\n2,fog\n");
  }

  @Test
  void aSampleThatMissesAValueDoesNotRefuseTheFile() throws IOException {
    String rows =
        IntStream.range(0, 500)
            .mapToObj(i -> i + "," + (i < 490 ? "usual" : "rare") + "\n")
            .collect(Collectors.joining());

    String said =
        done(
            Session.words(
                "create %s --from %s --dims hour --enumerate sky --sample 100 --write",
                place("sampled"), file("s.csv", "hour,sky\n" + rows)));

    assertThat(said)
        .contains("added to enumeration sky: \"rare\" (2 values now)")
        .contains("wrote 500 cells");
  }
}
