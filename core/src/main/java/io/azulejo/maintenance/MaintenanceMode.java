package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import java.util.Arrays;
import java.util.List;

/** The kind of files to consolidate or vacuum. */
public enum MaintenanceMode {
  /** Fragments. The cells of several fragments are merged into one fragment. */
  FRAGMENTS("fragments"),

  /**
   * Fragment footers. The footers are copied to one file, so that opening the array reads fewer
   * files.
   */
  FRAGMENT_METADATA("fragment_meta"),

  /** Commit files of fragments and deletions. Their contents are merged into one file. */
  COMMITS("commits"),

  /** The metadata of an array. The metadata files of several changes are merged into one file. */
  ARRAY_METADATA("array_meta"),

  /** The metadata of a group. The metadata files of several changes are merged into one file. */
  GROUP_METADATA("group_meta");

  private final String configuredName;

  MaintenanceMode(String configuredName) {
    this.configuredName = configuredName;
  }

  /**
   * Returns the mode's name in the settings {@code sm.consolidation.mode} and {@code
   * sm.vacuum.mode}, such as {@code fragment_meta}.
   */
  public String configuredName() {
    return configuredName;
  }

  /**
   * Returns the mode with a configured name.
   *
   * @param name a {@link #configuredName}; dashes may replace its underscores
   * @throws InvalidRequestException if no mode has this name
   */
  public static MaintenanceMode of(String name) {
    for (MaintenanceMode mode : values()) {
      if (mode.configuredName.equals(name.replace('-', '_'))) {
        return mode;
      }
    }
    List<String> names = Arrays.stream(values()).map(MaintenanceMode::configuredName).toList();
    throw new InvalidRequestException("unknown mode \"%s\"; valid: %s".formatted(name, names));
  }
}
