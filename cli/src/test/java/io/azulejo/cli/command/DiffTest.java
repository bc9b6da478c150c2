package io.azulejo.cli.command;

import static io.azulejo.cli.Session.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffTest {
  @TempDir private Path folder;

  private String a;
  private String b;

  private static String different(String... args) {
    Session session = Session.of(args);
    assertThat(session.err).isEmpty();
    assertThat(session.code).isEqualTo(1);
    return session.out;
  }

  private static String refused(int code, String... args) {
    Session session = Session.of(args);
    assertThat(session.code).isEqualTo(code);
    assertThat(session.out).isEmpty();
    return session.err;
  }

  @BeforeEach
  void makeTwoArrays() throws IOException {
    a = folder.resolve("a").toString();
    b = folder.resolve("b").toString();
    Path rows = folder.resolve("rows.csv");
    Files.writeString(rows, "day,n,note\n2024-01-01,1,one\n2024-01-02,2,\n2024-01-03,3,three\n");
    done("create", a, "--from", rows.toString(), "--dims", "day", "--write");
    done("cp", a, b);
  }

  @Test
  void equalArraysAreSaidToBeTheSame() {
    assertThat(done("diff", a, b)).isEqualTo("schemas: equal\nmetadata: equal\ncells: equal (3)\n");
    assertThat(done("diff", a, b, "--format", "csv").lines())
        .containsExactly(
            "part,name,field,a,b",
            "cells,same,,3,3",
            "cells,different,,0,0",
            "cells,alone,,0,0",
            "cells,different,n,0,0",
            "cells,different,note,0,0");
  }

  @Test
  void allThatDiffersIsShown() throws IOException {
    Path more = folder.resolve("more.csv");
    Files.writeString(more, "day,n,note\n2024-01-02,2,two\n2024-01-03,4,\"\"\n2024-01-04,4,new\n");
    done("write", b, more.toString());
    done("meta", "set", b, "k", "--type", "INT32", "7");
    done("evolve", b, "--add-attribute", "f:FLOAT32:fill=0.5:BYTESHUFFLE,ZSTD 3");

    assertThat(different("diff", a, b))
        .isEqualTo(
            """
            schemas: 2 differences
              attributes     "n", "note"  "n", "note", "f"
              attribute "f"  -            FLOAT32
            metadata: 1 difference
              k  -  INT32 7
            cells: 1 equal, 2 different, 0 only in A, 1 only in B
              n     differs in 1
              note  differs in 2
            different cells:
                                    A        B
              day=2024-01-02  note  null     "two"
              day=2024-01-03  n     3        4
              day=2024-01-03  note  "three"  ""
              day=2024-01-04        -        n=4 note="new"
            """);
    assertThat(different("diff", a, b, "--limit", "1"))
        .contains("first 1 of the different cells:\n")
        .doesNotContain("2024-01-03");
    assertThat(different("diff", a, b, "--format", "json").lines())
        .contains(
            "{\"part\":\"metadata\",\"name\":\"k\",\"field\":null,\"a\":null,\"b\":\"INT32 7\"}",
            "{\"part\":\"cell\",\"name\":\"day=2024-01-03\",\"field\":\"n\",\"a\":\"3\",\"b\":\"4\"}");
  }

  @Test
  void oneArrayIsComparedAtTwoTimes() {
    String grid = Session.sample("grid");
    assertThat(done("diff", grid, grid)).contains("cells: equal");
    assertThat(different("diff", grid, grid, "--at-a", "1970-01-01T00:00:00.010Z"))
        .contains("schemas: equal", "only in A");
    assertThat(different("diff", grid, grid, "--at", "1970-01-01T00:00:00.010Z"))
        .isEqualTo(different("diff", grid, grid, "--at-a", "1970-01-01T00:00:00.010Z"))
        .isEqualTo(different("diff", grid, "--at", "1970-01-01T00:00:00.010Z"));
    assertThat(different("diff", grid, "--at-b", "10")).contains("only in A");
    assertThat(done("diff", grid, "--at-a", "10", "--at-b", "10")).contains("cells: equal");
    assertThat(done("diff", a, b, "--at", "10")).contains("cells: equal");
    assertThat(different("diff", grid, Session.sample("names")))
        .contains("cells: not compared: one array is dense, and the other is sparse\n");
  }

  @Test
  void whatCannotBeComparedEndsWithAnotherCodeThanADifference() {
    assertThat(refused(2, "diff", a, b, "--limit", "-1")).contains("must be at least 0");
    assertThat(refused(2, "diff", a, b, "--at", "1", "--at-a", "2"))
        .contains("cannot be combined with --at-a");
    assertThat(refused(2, "diff", a, b, "--key-file", "x", "--key-file-b", "y"))
        .contains("cannot be combined with --key-file-a");
    assertThat(refused(2, "diff", a, b, "--key-file", "-")).contains("two keys");
    assertThat(refused(2, "diff", a)).contains("B is missing");
    assertThat(refused(3, "diff", a, a + "x")).contains("no array");
  }

  @Test
  void eachArrayMayHaveAKeyOfItsOwn() throws IOException {
    Path key = folder.resolve("key");
    Files.writeString(key, "0123456789abcdef0123456789abcdef");
    Path schema = folder.resolve("schema.json");
    Files.writeString(schema, done("schema", a, "--format", "json"));
    String c = folder.resolve("c").toString();
    done("create", c, "--schema", schema.toString(), "--key-file", key.toString());
    Path rows = folder.resolve("rows.csv");
    done("write", c, rows.toString(), "--key-file", key.toString());

    assertThat(done("diff", a, c, "--key-file-b", key.toString())).contains("cells: equal (3)");
    assertThat(done("diff", c, c, "--key-file", key.toString())).contains("cells: equal (3)");
    assertThat(refused(2, "diff", a, c)).contains("key");
  }
}
