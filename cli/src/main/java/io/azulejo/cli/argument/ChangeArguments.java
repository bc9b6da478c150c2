package io.azulejo.cli.argument;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.GroupChange;
import io.azulejo.MetadataChange;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import picocli.CommandLine.Option;

/**
 * The object to change, the timestamp of the change, and the encryption key. A mixin of all
 * commands that change an array or group.
 */
public final class ChangeArguments extends ObjectArguments {
  @HelpEntry(Section.TIME)
  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = {
        "time of the change (default: now)",
        "TIME is ISO 8601 (in UTC unless it names a zone) or milliseconds since 1970."
      })
  private String at;

  /**
   * Returns the change options with the timestamp, if {@code --at} was given.
   *
   * @throws InvalidRequestException if the timestamp is invalid
   */
  public ChangeOptions options() {
    ChangeOptions options = ChangeOptions.DEFAULT;
    if (at != null) {
      long time = RangeParser.time(at, "--at");
      if (time < 0) {
        throw new InvalidRequestException("--at " + at + ": must be at most " + Long.MAX_VALUE);
      }
      options = options.at(time);
    }
    return options;
  }

  /**
   * Returns the creation options with the timestamp and the format version, as far as they were
   * given.
   *
   * @throws InvalidRequestException if the timestamp or the version is invalid
   */
  public CreateOptions creation(FormatVersionArgument version) {
    ChangeOptions change = options();
    CreateOptions options = CreateOptions.DEFAULT;
    if (change.at().isPresent()) {
      options = options.at(change.at().getAsLong());
    }
    if (version.version().isPresent()) {
      options = options.formatVersion(version.version().getAsInt());
    }
    return options;
  }

  /** Changes the metadata of the array or group. */
  public void apply(MetadataChange change, Terminal terminal) throws IOException {
    try (Azulejo azulejo = engine(terminal)) {
      azulejo.array(location()).metadata().change(change, options());
    }
  }

  /** Changes the members of the group. */
  public void apply(GroupChange change, Terminal terminal) throws IOException {
    try (Azulejo azulejo = engine(terminal)) {
      azulejo.group(location()).change(change, options());
    }
  }
}
