package io.azulejo.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Translates commands and options of other programs to Azulejo's commands and options. */
final class Habit {
  private static final Map<String, List<String>> COMMANDS =
      inverted(
          List.of(
              "info: describe desc open stat file inspect",
              "ls: list dir",
              "read: select query show cat print get scan dump-data export table",
              "agg: aggregate group-by groupby count sum avg mean",
              "summarize: stats describe-data summary",
              "plot: draw chart graph",
              "meta: metadata tags attrs",
              "cp: copy clone",
              "mv: move rename",
              "rm: remove del drop delete-array rmdir unlink",
              "write: insert append load put update upsert",
              "create --from: ingest import from-csv import-csv convert",
              "evolve: alter schema-evolve",
              "consolidate: compact optimize optimise merge",
              "verify: check fsck validate",
              "history: log versions",
              "view: browse serve ui web"));

  private static final Map<String, List<String>> OPTIONS =
      inverted(
          List.of(
              "--where: --filter --condition --query --if -w",
              "--limit: -n --rows --head --max --count --nrows -l --top",
              "-n: --limit --rows --count --top --lines",
              "--top: --limit -n --rows --head",
              "--fields: --columns --cols --select --attrs --attributes --attr -c --names",
              "--order-by: --sort --sort-by --order --orderby -s",
              "--range: --subarray --slice --box --part --bbox",
              "--format: --output-format --as --type -f --json --csv",
              "--at: --timestamp --as-of --time --version -t",
              "--from: --input --file --csv --data -i",
              "--dims: --index --index-col --key --keys --dimensions --primary-key",
              "--delimiter: --sep --separator --delim -d",
              "--null: --na --na-values --nullvalue --nulls",
              "--skip: --skiprows --skip-rows --skip-lines",
              "--png: --output -o --out --save",
              "--key-file: --key --encryption-key --password",
              "--plan: --dry-run --dryrun --simulate",
              "--dry-run: --dryrun --simulate --check",
              "--replace: --force -f --overwrite",
              "--apply: --force -f --yes -y"));

  /** Advice for options that have no counterpart here. */
  private static final List<Advice> ADVICE =
      List.of(
          new Advice(
              "agg", "--by --group-by --groupby", "groups stand in the list: 'count() by y'"),
          new Advice("agg", "--having", "it stands in the list: 'count() by y having count() > 5'"),
          new Advice(
              "rm", "-r -f -rf -fr -R --recursive --force", "rm takes all of an array as it is"),
          new Advice(
              "cp mv",
              "-r -f -a -rf -R --recursive --force",
              "all of an array goes along as it is"),
          new Advice("write", "--append --add -a", "write adds rows to what is there already"),
          new Advice(
              "write",
              "--overwrite --replace --mode",
              "cells at the same coordinates take the place of those before"),
          new Advice(
              "write",
              "--from --input --file --csv",
              "write URI FILE: the file stands behind the array"),
          new Advice(
              "create",
              "--overwrite --replace --force -f",
              "remove what is there first: azulejo rm URI"),
          new Advice(
              "create",
              "--tile --tiles --extent --types --schema-from --filters --compression",
              "--dry-run shows the schema, --schema FILE takes another one, and azulejo repack changes tiles and filters"),
          new Advice(
              "delete",
              "--dry-run --dryrun --simulate",
              "azulejo agg URI 'count()' --where CONDITION counts what it would delete"),
          new Advice(
              "write cp mv zip evolve repack",
              "--dry-run --dryrun --simulate",
              "all of it is done, or nothing if something is wrong"),
          new Advice("gc", "--apply --force --yes", "gc removes; --dry-run only lists"),
          new Advice("verify", "--repair --fix --apply", "azulejo repair mends what verify finds"),
          new Advice("plot tiles", "--format --type", "--png FILE and --svg FILE write a picture"),
          new Advice("delete", "--range", "conditions name coordinates, too: --where 'x = 5'"),
          new Advice("delete", "--all", "azulejo rm URI removes the array, --where true all cells"),
          new Advice(
              "evolve",
              "--rename-attribute --rename",
              "add an attribute of the new name, write its values, and drop the old one"),
          new Advice("*", "--output -o --out --output-file", "write > FILE behind the command"),
          new Advice(
              "*",
              "-v --verbose",
              "-V prints the version, --debug shows where an error came from"));

  /**
   * Advice in place of an option.
   *
   * @param commands the commands that lack the option; * for any
   * @param options the option's names in other programs
   */
  private record Advice(String commands, String options, String text) {}

  private Habit() {}

  /**
   * Returns the right words for each wrong word, the likelier first.
   *
   * @param lines a right word, a colon, and the wrong words for it
   */
  private static Map<String, List<String>> inverted(List<String> lines) {
    Map<String, List<String>> inverted = new HashMap<>();
    for (String line : lines) {
      String[] both = line.split(": ");
      for (String wrong : both[1].split(" ")) {
        inverted.computeIfAbsent(wrong, word -> new ArrayList<>()).add(both[0]);
      }
    }
    return inverted;
  }

  /** Returns the command that corresponds to another program's command. */
  static Optional<String> command(String wrong) {
    return COMMANDS.getOrDefault(wrong.toLowerCase(Locale.ROOT), List.of()).stream().findFirst();
  }

  /**
   * Returns a sentence that says what to write in place of another program's option.
   *
   * @param command the command without {@code azulejo}
   * @param known the options of the command
   */
  static Optional<String> option(String command, String wrong, List<String> known) {
    for (String right : OPTIONS.getOrDefault(wrong, List.of())) {
      if (known.contains(right)) {
        return Optional.of("did you mean \"" + right + "\"?");
      }
    }
    return ADVICE.stream()
        .filter(a -> a.commands.equals("*") || List.of(a.commands.split(" ")).contains(command))
        .filter(a -> List.of(a.options.split(" ")).contains(wrong))
        .map(Advice::text)
        .findFirst();
  }
}
