package io.azulejo.cli.command;

import static io.azulejo.cli.Session.copy;
import static io.azulejo.cli.Session.done;
import static io.azulejo.cli.Session.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.text.value.ShellWord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangesTest {
  @TempDir private Path folder;

  private static List<String> csv(String array, String... more) {
    return done(Session.words("read %s --format csv %s", array, more)).lines().toList();
  }

  @Test
  void deletedCellsAreGoneFromThenOn() throws IOException {
    String array = copy("names", folder);
    List<String> before = csv(array, "--fields", "v");
    String said = done("delete", array, "--where", "v > 40");

    List<String> kept =
        before.stream().filter(v -> v.equals("v") || Integer.parseInt(v) <= 40).toList();
    int deleted = before.size() - kept.size();
    assertThat(said).isEqualTo("deleted %d cells, as of now\n".formatted(deleted));
    assertThat(kept).hasSizeBetween(2, before.size() - 1);
    assertThat(csv(array, "--fields", "v")).isEqualTo(kept);
    assertThat(csv(array, "--fields", "v", "--at", "2023-12-31")).isEqualTo(before);
    assertThat(done("delete", array, "--where", "v > 99999999999"))
        .isEqualTo("no cell matches the condition; nothing changed\n");
    assertThat(done("delete", array, "--where", "v > 40"))
        .as("they are gone")
        .isEqualTo("deleted 0 cells, as of now\n");
    assertThat(done("delete", array, "--where", "v > 39", "--no-count"))
        .isEqualTo("deleted the cells that match the condition, as of now\n");
    assertThat(refused("delete", copy("grid", folder), "--where", "a > 1")).contains("dense");
    assertThat(refused("delete", array)).contains("use --where CONDITION or --fragments-between");
  }

  @Test
  void cellsThatGoBesideThoseThatMeetTheConditionAreCounted() throws IOException {
    String array = folder.resolve("nulls").toString();
    Path rows = folder.resolve("nulls.csv");
    Files.writeString(rows, "day,n\n2024-01-01,1\n2024-01-02,\n2024-01-03,3\n2024-01-04,4\n");
    done("create", array, "--from", rows.toString(), "--dims", "day", "--write");

    assertThat(done("delete", array, "--where", "n > 3", "--also-nulls", "n", "--at", "2100-01-01"))
        .isEqualTo("deleted 2 cells, as of 2100-01-01T00:00:00.000Z\n");
    assertThat(done("delete", array, "--where", "n > 2 and day > 2024-01-01"))
        .isEqualTo("deleted 2 cells, as of now\n");
    assertThat(csv(array, "--fields", "n")).containsExactly("n", "1", "");
    assertThat(done("history", array)).contains("single cells, by coordinates");
  }

  @Test
  void thePlanOfADeletionSaysWhichWayIsTaken() throws IOException {
    String array = folder.resolve("nulls").toString();
    Path rows = folder.resolve("nulls.csv");
    Files.writeString(rows, "day,n\n2024-01-01,1\n2024-01-02,\n2024-01-03,3\n2024-01-04,4\n");
    done("create", array, "--from", rows.toString(), "--dims", "day", "--write");

    assertThat(done("delete", array, "--where", "n > 2", "--plan"))
        .isEqualTo(
            """
            by coordinates: a new fragment lists the existing cells
              because "n" is nullable, and a stored deletion would also delete its nulls
            2 cells currently match the condition
            nothing changed
            """);
    assertThat(done("delete", array, "--where", "n > 2", "--plan", "--also-nulls", "n"))
        .isEqualTo(
            """
            by a stored condition, which also deletes matching cells written later with earlier times
            2 cells currently match the condition
            nothing changed
            """);
    assertThat(done("delete", array, "--where", "day > 2024-01-01", "--plan", "--no-count"))
        .startsWith("by a stored condition")
        .doesNotContain("cells now");
    assertThat(done("delete", array, "--where", "n > 1e30 and day > 2024-01-01", "--plan"))
        .startsWith("no cell can match the condition");
    assertThat(csv(array, "--fields", "n")).hasSize(5);
    assertThat(refused("delete", array, "--fragments-between", "0", "1", "--plan"))
        .contains("--plan requires --where");
  }

  @Test
  void attributesComeAndGo() throws IOException {
    String array = copy("grid", folder);
    assertThat(done("evolve", array, "--add-attribute", "temp:FLOAT64:nullable:BYTESHUFFLE,ZSTD 5"))
        .isEqualTo("evolved\n");
    assertThat(csv(array, "--fields", "a,temp", "--limit", "1").get(1)).endsWith(",");
    assertThat(done("schema", array))
        .containsPattern("temp +FLOAT64 +nullable .*BYTESHUFFLE, ZSTD 5");
    assertThat(done("evolve", array, "--drop-attribute", "temp")).isEqualTo("evolved\n");
    assertThat(done("schema", array)).doesNotContain("temp");
    assertThat(refused("evolve", array, "--drop-attribute", "nothing")).contains("nothing");
    assertThat(refused("evolve", array, "--add-attribute", "temp"))
        .contains("expected NAME:TYPE, such as temp:FLOAT64");
    assertThat(refused("evolve", array, "--add-attribute", "t:FLOAT")).contains("unknown type");
    assertThat(refused("evolve", array, "--add-attribute", "t:INT32:ZIP"))
        .contains("or filters such as ZSTD");
    assertThat(refused("evolve", array)).contains("nothing to change: use --add-attribute");
  }

  @Test
  void attributesCanBeDescribedInJson() throws IOException {
    String array = copy("grid", folder);
    done(
        "evolve",
        array,
        "--add-attribute",
        "{\"name\":\"n\",\"type\":\"INT16\",\"fill\":\"7\"}",
        "--add-attribute",
        "m:INT16:fill=9:2");

    assertThat(csv(array, "--fields", "n,m", "--limit", "1").get(1)).isEqualTo("7,\"[9,9]\"");
  }

  @Test
  void enumerationsAreAddedExtendedAndDropped() throws IOException {
    String array = copy("names", folder);
    done(
        "evolve",
        array,
        "--add-enumeration",
        "size=small,\"very, large\"",
        "--add-enumeration",
        "unused:INT32:ordered=1,2",
        "--add-attribute",
        "size:UINT8:fill=0:enumeration=size");
    assertThat(csv(array, "--fields", "size").get(1)).isEqualTo("small");
    done("evolve", array, "--extend-enumeration", "size=huge", "--drop-enumeration", "unused");

    assertThat(done("schema", array))
        .contains("enumeration size: 3 values")
        .contains("\"very, large\"")
        .contains("\"huge\"")
        .doesNotContain("unused");
    assertThat(refused("evolve", array, "--extend-enumeration", "none=a"))
        .contains("unknown enumeration none");
  }

  @Test
  void theDomainInUseGrows() throws IOException {
    String array = folder.resolve("array").toString();
    String schema =
        """
        {"type": "sparse", "schema": {
          "dimensions": [{"name": "x", "type": "INT32", "domain": ["0", "99"], "extent": "10"}],
          "attributes": [{"name": "a", "type": "INT32"}], "current_domain": [["0", "9"]]}}
        """;
    assertThat(Session.with(schema, "create", array, "--schema", "-").err).isEmpty();
    String row = "x,a\n20,1\n";
    assertThat(Session.with(row, "write", array, "-", "--format", "csv").err)
        .contains("\"20\" is outside the domain, 0 to 9");
    assertThat(done("evolve", array, "--expand-domain", "x=0..50")).isEqualTo("evolved\n");
    assertThat(Session.with(row, "write", array, "-", "--format", "csv").err).isEmpty();
    assertThat(refused("evolve", copy("grid", folder), "--expand-domain", "x=0..50"))
        .contains("the array has no current domain");
  }

  @Test
  void upgradesRaiseTheVersion() throws IOException {
    String array = copy("names", folder);
    assertThat(done("upgrade", array)).isEqualTo("upgraded to format version 22\n");
    assertThat(done("upgrade", copy("grid", folder)))
        .isEqualTo("the format version is already 23\n");
    String old = folder.resolve("old").toString();
    String schema =
        """
        {"type": "sparse", "schema": {
          "dimensions": [
            {"name": "x", "type": "INT32", "domain": ["0", "99"], "extent": "10"}],
          "attributes": [{"name": "a", "type": "INT32"}]}}
        """;
    assertThat(Session.with(schema, "create", old, "--schema", "-", "--format-version", "12").err)
        .isEmpty();
    assertThat(done("info", old)).contains("format version    12, read by TileDB 2.8 and later\n");
    assertThat(done("upgrade", old, "--format-version", "20"))
        .isEqualTo("upgraded to format version 20\n");
    assertThat(refused("upgrade", old, "--format-version", "12"))
        .contains("cannot be downgraded to 12");
    assertThat(done("upgrade", old)).isEqualTo("upgraded to format version 22\n");
    assertThat(done("schema", old)).contains("format version 22");
    assertThat(done("upgrade", old)).isEqualTo("the format version is already 22\n");
    assertThat(refused("upgrade", old, "--format-version", "24"))
        .contains("--format-version: cannot write format version 24 (valid: 7 to 23;");
    String oldest = old + "est";
    assertThat(Session.with(schema, "create", oldest, "--schema", "-", "--format-version", "7").err)
        .isEmpty();
    assertThat(refused("upgrade", oldest, "--format-version", "9"))
        .contains("upgrade to version 10 or later", "repack");
  }

  @Test
  void metadataIsSetAndUnset() throws IOException {
    String array = copy("names", folder);
    done("meta", "set", array, "title", "Odd names");
    done("meta", "set", array, "ends", "-1", "2.5", "--type", "FLOAT64");
    done("meta", "set", array, "made", "2024-05-31", "--type", "datetime_day");

    assertThat(done("meta", array, "--format", "csv"))
        .contains("title,STRING_UTF8,9,Odd names\n")
        .contains("ends,FLOAT64,2,\"[-1.0,2.5]\"\n")
        .contains("made,DATETIME_DAY,1,2024-05-31\n");
    done("meta", "unset", array, "title", "ends", "none");
    assertThat(done("meta", array, "--format", "csv")).doesNotContain("title").contains("made");
    assertThat(refused("meta", "set", array, "k", "a", "b")).contains("2 values of STRING_UTF8");
    assertThat(refused("meta", "set", array, "k", "x", "--type", "INT32")).contains("\"x\"");
    assertThat(Session.of("meta", "set", array).code).isEqualTo(Failure.USAGE);
  }

  @Test
  void groupsHaveMembersThatComeAndGo() throws IOException {
    String group = folder.resolve("all").toString();
    String within = folder.resolve("all").resolve("days").toString();
    done("group", "create", group);
    String outside = copy("grid", folder);
    done("create", within, "--schema", schemaOf("days"));
    done("group", "add", group, within, "--name", "inner");
    done("group", "add", group, outside);

    assertThat(done("ls", group, "--format", "csv")).contains("inner").contains("grid");
    done("group", "remove", group, "inner");
    assertThat(done("ls", group, "--format", "csv")).doesNotContain("inner").contains("grid");
    assertThat(Session.of("group", "add", group, "nowhere").code).isEqualTo(Failure.EXISTENCE);
    assertThat(Session.of("group", "create", group).code).isEqualTo(Failure.EXISTENCE);
    assertThat(Session.of("group", "remove", group, "none").code).isNotZero();
    assertThat(Session.of("group").err).contains("valid: group create, group add, group remove");
    assertThat(refused("group", "add", group, group)).contains("a member of itself");
  }

  @Test
  void fragmentsBetweenTwoTimesAreDeletedForGood() throws IOException {
    String array = copy("grid", folder);
    List<String> before = csv(array, "--at", "1970-01-01T00:00:00.030Z");
    assertThat(done("delete", array, "--fragments-between", "1970-01-01T00:00:00.040Z", "50"))
        .matches("deleted 2 fragments with \\d+ cells\n");

    assertThat(csv(array)).isEqualTo(before);
    assertThat(done("delete", array, "--fragments-between", "1000", "2000"))
        .isEqualTo("no fragment has all its times in this range; nothing changed\n");
    assertThat(refused("delete", array, "--fragments-between", "2", "1"))
        .contains("2 is later than 1");
  }

  @Test
  void arraysAndGroupsAreCopiedMovedAndRemovedByName() throws IOException {
    String array = copy("grid", folder);
    List<String> cells = csv(array);
    String second = folder.resolve("second").toString();
    String third = folder.resolve("third").toString();
    done("cp", array, second);
    done("mv", second, third);
    assertThat(csv(third)).isEqualTo(cells);
    assertThat(Files.exists(Path.of(second))).isFalse();
    assertThat(Session.of("cp", array, third).code).isEqualTo(Failure.EXISTENCE);

    String group = copy("group", folder);
    assertThat(done("rm", group, third, "--dry-run"))
        .contains("would remove the group ")
        .contains("would remove the array ");
    assertThat(csv(third)).isEqualTo(cells);
    assertThat(refused("rm", third, folder.toString()))
        .contains("is a folder, not an array or group");
    assertThat(csv(third)).isEqualTo(cells);
    done("rm", third, group);
    assertThat(Files.exists(Path.of(third))).isFalse();
    assertThat(Files.exists(Path.of(group))).isFalse();
    assertThat(Session.of("rm", third).code).isEqualTo(Failure.EXISTENCE);
  }

  @Test
  void garbageIsListedAndRemoved() throws IOException {
    String array = copy("grid", folder);
    List<String> cells = csv(array);
    assertThat(done("gc", array)).isEqualTo("no garbage\n");
    Path orphan = Path.of(array).resolve("__fragments/__60_60_0123456789abcdef0123456789abcdef_23");
    Files.createDirectories(orphan);
    Files.writeString(orphan.resolve("a0.tdb"), "half");

    assertThat(done("gc", array)).startsWith("kept     fragment, 4 bytes, less than 1 min old: ");
    assertThat(done("gc", array, "--dry-run", "--older-than", "0"))
        .startsWith("garbage  fragment, 4 bytes, less than 1 min old: ")
        .endsWith("would remove 1 of 1, 4 bytes\n");
    assertThat(Files.exists(orphan)).isTrue();
    assertThat(done("gc", array, "--older-than", "0"))
        .startsWith("removed  fragment")
        .endsWith("removed 1 of 1, 4 bytes\n");
    assertThat(Files.exists(orphan)).isFalse();
    assertThat(csv(array)).isEqualTo(cells);
    assertThat(refused("gc", array, "--older-than", "5"))
        .contains("the unit is missing; use s, m, h or d, such as 24h");
    assertThat(refused("gc", array, "--older-than", "old")).contains("expected a duration");
  }

  @Test
  void whatWasConsolidatedIsVacuumed() throws IOException {
    String array = copy("grid", folder);
    List<String> cells = csv(array);
    assertThat(done("vacuum", array)).isEqualTo("fragments: nothing to delete\n");
    done("consolidate", array);
    done("consolidate", array, "--mode", "commits");

    String dry = done("vacuum", array, "--mode", "all", "--dry-run");
    assertThat(dry.lines().filter(line -> line.startsWith("not needed: "))).hasSize(17);
    assertThat(dry)
        .containsPattern(
            "not needed: .*/__fragments/__10_10_\\w+, \\d.*: fragment __10_50_\\w+ holds its cells")
        .containsPattern("fragments: would delete 11 files and folders, \\d")
        .contains("array-meta: nothing to delete\n");
    assertThat(done("vacuum", array, "--mode", "all"))
        .containsPattern("fragments: deleted 11 files and folders, \\d")
        .containsPattern("commits: deleted 1 file or folder, 0 bytes\n")
        .contains("fragment-meta: nothing to delete\n");
    assertThat(csv(array)).isEqualTo(cells);

    done("meta", "set", array, "k", "1");
    done("meta", "set", array, "k", "2");
    done("consolidate", array, "--mode", "array-meta");
    List<String> deleted =
        done("vacuum", array, "--mode", "array-meta", "--format", "csv").lines().toList();
    assertThat(deleted.get(0)).isEqualTo("mode,state,bytes,location,reason");
    assertThat(deleted.get(1))
        .matches("array-meta,deleted,\\d+,.*/__meta/.*,__\\w+ holds its entries");
    assertThat(done("meta", array)).contains("k").contains("2");

    String group = copy("group", folder);
    assertThat(done("vacuum", group, "--mode", "all")).isEqualTo("group-meta: nothing to delete\n");
    assertThat(refused("vacuum", array, "--mode", "cells"))
        .contains("--mode cells: expected fragments, fragment-meta, commits, array-meta, ")
        .contains("group-meta or all");
    assertThat(Session.of("vacuum", folder.toString()).code).isEqualTo(Failure.EXISTENCE);
  }

  @Test
  void filesAreStoredAsArraysAndComeBack() throws IOException {
    byte[] bytes = new byte[100_000];
    new java.util.Random(1).nextBytes(bytes);
    Path file = Files.write(folder.resolve("some.png"), bytes);
    String array = folder.resolve("stored").toString();
    String back = folder.resolve("back").toString();
    assertThat(done("import-file", array, file.toString()))
        .isEqualTo("some.png, image/png, 97.7 KiB\n");
    assertThat(done("export-file", array, back)).isEqualTo("some.png, image/png, 97.7 KiB\n");

    assertThat(Files.readAllBytes(Path.of(back))).isEqualTo(bytes);
    assertThat(refused("export-file", array, back)).contains("already exists; use --force");
    assertThat(done("export-file", array, back, "--force")).isNotEmpty();
    assertThat(Session.of("import-file", array, file.toString()).code).isEqualTo(Failure.EXISTENCE);
    assertThat(refused("export-file", copy("grid", folder), back, "--force")).isNotEmpty();
    assertThat(Files.readAllBytes(Path.of(back))).isEqualTo(bytes);
    assertThat(refused("import-file", folder.resolve("n").toString(), folder.toString()))
        .contains("is a folder, not a file");
  }

  private String schemaOf(String sample) throws IOException {
    Path file = folder.resolve(sample + ".json");
    Files.writeString(file, done("schema", Session.sample(sample), "--format", "json"));
    return file.toString();
  }

  @Test
  void aDomainThatCannotBeExpandedIsAnsweredWithTheCommandThatRepacks() {
    String grid = Session.sample("grid");

    assertThat(Session.of("evolve", grid, "--expand-domain", "y=1..200").err)
        .contains("the array has no current domain")
        .contains("azulejo repack " + ShellWord.quoted(grid) + " NEW --domain y=1..200");
  }

  @Test
  void theDomainInUseGrowsWithinTheDomain() throws IOException {
    Path schema =
        Files.writeString(
            folder.resolve("schema.json"),
            """
            {"type": "sparse", "schema": {
              "dimensions": [{"name": "t", "type": "DATETIME_DAY", "domain": ["2020-01-01", "2029-12-31"]}],
              "attributes": [{"name": "a", "type": "INT32"}],
              "current_domain": [["2020-01-01", "2020-06-30"]]}}
            """);
    Path rows = Files.writeString(folder.resolve("rows.csv"), "t,a\n2020-12-31,5\n");
    String array = folder.resolve("grows").toString();
    assertThat(Session.of("create", array, "--schema", schema.toString()).err).isEmpty();
    assertThat(Session.of("write", array, rows.toString()).code).isEqualTo(Failure.REQUEST);

    assertThat(Session.of("evolve", array, "--expand-domain", "t=..2020").out)
        .isEqualTo("evolved\n");

    assertThat(Session.of("write", array, rows.toString()).err).isEmpty();
    assertThat(Session.of("evolve", array, "--expand-domain", "t=2020..2030").err)
        .contains("the domain of t is fixed at 2020-01-01..2029-12-31")
        .contains("azulejo repack " + array + " NEW --domain t=2020..2030");
  }
}
