package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.Optional;
import java.util.OptionalLong;

/** Builds a {@link Problem}. Structure, field and offset are optional. */
final class ProblemBuilder {
  /** The remedy for lost bytes. */
  static final String RESTORE = "restore it from a copy";

  /** The remedy for a failing store. */
  static final String READABLE = "make it readable, then verify again";

  /** The remedy if nothing needs to be done. */
  static final String NOTHING = "nothing needs to be done";

  private final Severity severity;
  private final Kind kind;
  private final Location location;
  private String structure;
  private String field;
  private OptionalLong offset = OptionalLong.empty();

  private ProblemBuilder(Severity severity, Kind kind, Location location) {
    this.severity = severity;
    this.kind = kind;
    this.location = location;
  }

  /** Returns the severity of problems in a fragment. It is lower if the fragment is not visible. */
  static Severity severity(boolean visible) {
    return visible ? Severity.ERROR : Severity.WARNING;
  }

  /**
   * Returns the description of a consequence. If the fragment is not visible, limits it to reads at
   * times before the fragment was replaced.
   */
  static String reads(boolean visible, String what) {
    return visible ? what : what + ", at times before the fragment was replaced";
  }

  static ProblemBuilder of(Severity severity, Kind kind, Location location) {
    return new ProblemBuilder(severity, kind, location);
  }

  static ProblemBuilder error(Kind kind, Location location) {
    return new ProblemBuilder(Severity.ERROR, kind, location);
  }

  static ProblemBuilder warning(Kind kind, Location location) {
    return new ProblemBuilder(Severity.WARNING, kind, location);
  }

  static ProblemBuilder notice(Kind kind, Location location) {
    return new ProblemBuilder(Severity.NOTICE, kind, location);
  }

  /** Sets the structure that contains the problem. */
  ProblemBuilder in(String name) {
    structure = name;
    return this;
  }

  /** Sets the field of the structure or of the array. */
  ProblemBuilder field(String name) {
    field = name;
    return this;
  }

  Problem problem(String what, String consequence, String remedy) {
    return new VerifyResults.FoundProblem(
        severity,
        kind,
        location,
        Optional.ofNullable(structure),
        Optional.ofNullable(field),
        offset,
        what,
        consequence,
        remedy);
  }

  /** Returns a problem at the given location that describes an exception. */
  static Problem of(
      Severity severity, AzulejoException e, Location location, String consequence, String remedy) {
    ProblemBuilder builder = of(severity, kind(e), location);
    if (e instanceof CorruptDataException corrupt) {
      builder.structure = corrupt.structure();
      builder.field = corrupt.field().orElse(null);
      builder.offset = corrupt.offset();
      return builder.problem(corrupt.reason(), consequence, remedy);
    }
    return builder.problem(String.valueOf(e.getMessage()), consequence, remedy);
  }

  /**
   * Returns a problem for a check that threw an exception. If the exception is not about the stored
   * bytes, the problem states that the bytes were not checked.
   *
   * @param consequence the effect on reads if the bytes are damaged
   * @param remedy the remedy if the bytes are damaged
   */
  static Problem ofCheck(
      Severity severity, AzulejoException e, Location location, String consequence, String remedy) {
    Optional<String> again =
        switch (kind(e)) {
          case UNREADABLE -> Optional.of(READABLE);
          case UNSUPPORTED -> Optional.of("verify with a release and modules that support it");
          case NOT_CHECKED -> Optional.of("verify again with more memory or the right key");
          default -> Optional.empty();
        };
    return again
        .map(
            advice ->
                of(
                    severity,
                    e,
                    location,
                    "unknown, because it was not checked and may be intact",
                    advice))
        .orElseGet(() -> of(severity, e, location, consequence, remedy));
  }

  private static Kind kind(AzulejoException e) {
    if (e instanceof NotFoundException
        || (e instanceof CorruptDataException && e.getCause() instanceof NotFoundException)) {
      return Kind.MISSING;
    }
    if (e instanceof CorruptDataException) {
      return Kind.CORRUPT;
    }
    if (e instanceof UnsupportedFormatException) {
      return Kind.UNSUPPORTED;
    }
    return e instanceof StorageException ? Kind.UNREADABLE : Kind.NOT_CHECKED;
  }
}
