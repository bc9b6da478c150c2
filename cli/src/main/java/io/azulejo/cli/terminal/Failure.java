package io.azulejo.cli.terminal;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CancelledException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.ConflictException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.ReadTimeoutException;
import io.azulejo.error.StorageException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.imports.source.FileReading;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a command ends when something went wrong: with which code, and with what to say. */
public final class Failure {
  /** All went well; also when the reader of the output went away. */
  public static final int OK = 0;

  /** The request can't be met: an unknown field, a range outside the domain, a wrong key. */
  public static final int REQUEST = 1;

  /** The command line is not understood. */
  public static final int USAGE = 2;

  /** What is named is not there, or is there already. */
  public static final int EXISTENCE = 3;

  /** Bytes contradict the format. */
  public static final int CORRUPT = 4;

  /** The array uses what is newer than this program, or not supported. */
  public static final int UNSUPPORTED = 5;

  /** Reading or writing failed. */
  public static final int STORAGE = 6;

  /** A write may or may not have happened. */
  public static final int UNKNOWN = 7;

  /** It was interrupted, as shells say it of the signal of control-C. */
  public static final int INTERRUPTED = 130;

  /** A defect of this program. */
  public static final int DEFECT = 70;

  /** The line that is pointed at, and that with the mark. */
  private static final Pattern POINTING = Pattern.compile("\\n {2}[^\\r\\n]*+\\n *+\\^\\z");

  private Failure() {}

  /** The code that a command ends with. */
  public static int code(Throwable failure) {
    if (failure instanceof InvalidRequestException || failure instanceof ReadTimeoutException) {
      return REQUEST;
    }
    if (failure instanceof NotFoundException
        || failure instanceof AlreadyExistsException
        || failure instanceof ConflictException) {
      return EXISTENCE;
    }
    if (failure instanceof CorruptDataException) {
      return CORRUPT;
    }
    if (failure instanceof UnsupportedFormatException) {
      return UNSUPPORTED;
    }
    if (failure instanceof CommitUnknownException) {
      return UNKNOWN;
    }
    if (failure instanceof CancelledException) {
      return INTERRUPTED;
    }
    return failure instanceof StorageException || failure instanceof IOException
        ? STORAGE
        : failure instanceof OutOfMemoryError ? REQUEST : DEFECT;
  }

  /**
   * The code that a command ends with that has found problems. Damage counts more than what could
   * not be checked.
   */
  public static int code(List<Problem> problems) {
    List<Problem> errors = problems.stream().filter(p -> p.severity() == Severity.ERROR).toList();
    if (errors.isEmpty()) {
      return OK;
    }
    if (errors.stream().anyMatch(Problem::isDamage)) {
      return CORRUPT;
    }
    return switch (errors.get(0).kind()) {
      case UNREADABLE -> STORAGE;
      case UNSUPPORTED -> UNSUPPORTED;
      default -> REQUEST;
    };
  }

  /** Returns the text for standard error: the name of the program and the {@link #message}. */
  public static String text(Throwable failure) {
    return "azulejo: " + message(failure);
  }

  /** Returns the message: one line, and two more that point at a place in the input. */
  public static String message(Throwable failure) {
    String message = failure.getMessage();
    String text =
        message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    if (failure instanceof OutOfMemoryError) {
      text = "out of memory (" + text + "); give more, such as AZULEJO_OPTS=-Xmx4g";
    } else if (failure instanceof CancelledException) {
      text = "stopped: " + text;
    } else if (failure instanceof FileSystemException file && file.getFile() != null) {
      text = file.getFile() + ": " + FileReading.reason(file);
    } else if (!(failure instanceof AzulejoException || failure instanceof IOException)) {
      text =
          "internal error: "
              + failure.getClass().getSimpleName()
              + ": "
              + text
              + " (--debug shows where)";
    } else if (failure instanceof AzulejoException known) {
      String location = known.location().orElse("");
      text = location.isEmpty() || text.contains(location) ? text : location + ": " + text;
      if (known instanceof InvalidRequestException request) {
        text += StoreJars.advice(request);
      } else if (known instanceof NotFoundException missing) {
        text += NearbyPlaces.advice(missing);
      }
    }
    Matcher pointing = POINTING.matcher(text);
    String rest = pointing.find() ? pointing.group() : "";
    String line = text.substring(0, text.length() - rest.length());
    String one =
        line.strip()
            .replaceAll(":\\s*[\\r\\n]+\\s*", ": ")
            .replaceAll("\\s*[\\r\\n]+\\s*", "; ")
            .replaceAll("[\\p{Cc}&&[^\\t]]", "\ufffd");
    return one + rest;
  }
}
