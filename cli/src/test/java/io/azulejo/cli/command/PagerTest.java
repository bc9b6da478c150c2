package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long output for people goes through a pager, where standard output is a terminal. */
class PagerTest {
  private static final String GRID = Session.sample("grid");

  @TempDir private Path folder;

  private Path shown() {
    return folder.resolve("shown");
  }

  /** The variables of a terminal whose pager keeps what it shows. */
  private Map<String, String> terminal(String pager) {
    Map<String, String> variables = new HashMap<>();
    variables.put("AZULEJO_TERMINALS", "12");
    variables.put("AZULEJO_PAGER", pager + " > '" + shown() + "'");
    return variables;
  }

  @Test
  void longTablesAreShownPageByPage() {
    Session session = Session.in(terminal("cat"), "read", GRID);
    assertThat(session.code).isZero();
    assertThat(session.out + session.err).isEmpty();
    assertThat(shown()).hasContent(Session.of("read", GRID).out);
  }

  @Test
  void whatFitsATerminalIsPrintedAsItIs() {
    assertThat(Session.in(terminal("cat"), "head", GRID).out)
        .isEqualTo(Session.of("head", GRID).out);
    Map<String, String> low = terminal("cat");
    low.put("LINES", "5");
    assertThat(Session.in(low, "head", GRID).out).isEmpty();
    assertThat(shown()).hasContent(Session.of("head", GRID).out);
  }

  @Test
  void quittingThePagerEndsTheCommandQuietly() {
    Session session = Session.in(terminal("head -n 3"), "read", GRID, "--layout", "unordered");
    assertThat(session.code).isZero();
    assertThat(session.out + session.err).isEmpty();
    assertThat(shown()).content().hasLineCount(3);
  }

  @Test
  void thereIsNoneForProgramsFilesAndWhereItIsNotWanted() {
    for (List<String> options :
        List.of(
            List.of("--format", "csv"),
            List.of("--no-pager"),
            List.of("-o", folder.resolve("cells").toString()),
            List.of("--stats"))) {
      assertThat(Session.in(terminal("cat"), Session.words("read %s %s", GRID, options)).code)
          .isZero();
      assertThat(shown()).as(options.toString()).doesNotExist();
    }
    Map<String, String> pipe = terminal("cat");
    pipe.put("AZULEJO_TERMINALS", "2");
    assertThat(Session.in(pipe, "read", GRID).out).isEqualTo(Session.of("read", GRID).out);
    Map<String, String> none = terminal("cat");
    none.put("AZULEJO_PAGER", "");
    assertThat(Session.in(none, "read", GRID).out).isEqualTo(Session.of("read", GRID).out);
    Map<String, String> other = terminal("cat");
    other.put("PAGER", other.remove("AZULEJO_PAGER"));
    assertThat(Session.in(other, "read", GRID).out).isEmpty();
    assertThat(shown()).hasContent(Session.of("read", GRID).out);
  }

  @Test
  void errorsAreSaidWithoutAPager() {
    Session session = Session.in(terminal("cat"), "read", GRID, "--fields", "nosuch");
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).contains("nosuch");
    assertThat(shown()).doesNotExist();
  }

  @Test
  void aPagerThatIsNotThereIsSaid() {
    Map<String, String> variables = terminal("cat");
    variables.put("AZULEJO_PAGER", "no-such-pager-here 2> '" + shown() + "'");
    Session session = Session.in(variables, "read", GRID);
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).contains("the pager \"no-such-pager-here").contains("--no-pager");
  }
}
