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

/** Maps failures to exit codes and messages. */
public final class Failure {
  /** Success; also if the reader of the output went away. */
  public static final int OK = 0;

  /** The request cannot be met: an unknown field, a range outside the domain, a wrong key. */
  public static final int REQUEST = 1;

  /** The command line is invalid. */
  public static final int USAGE = 2;

  /** A named object is missing, or exists already. */
  public static final int EXISTENCE = 3;

  /** The data violates the format. */
  public static final int CORRUPT = 4;

  /** The array uses a feature that is newer than this program or not supported. */
  public static final int UNSUPPORTED = 5;

  /** Reading or writing failed. */
  public static final int STORAGE = 6;

  /** The outcome of a write is unknown. */
  public static final int UNKNOWN = 7;

  /** The command was interrupted; the code of shells for SIGINT. */
  public static final int INTERRUPTED = 130;

  /** A bug of this program. */
  public static final int DEFECT = 70;

  /** The quoted input line and the line with the mark below it. */
  private static final Pattern POINTING = Pattern.compile("\\n {2}[^\\r\\n]*+\\n *+\\^\\z");

  private Failure() {}

  /** Returns the exit code for a failure. */
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

  /** Returns the exit code for problems. Damage takes precedence over failed checks. */
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

  /** Returns the message: one line, plus two lines that point at a position in the input. */
  public static String message(Throwable failure) {
    String message = failure.getMessage();
    String text =
        message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    if (failure instanceof OutOfMemoryError) {
      text = "out of memory (" + text + "); increase the memory, such as AZULEJO_OPTS=-Xmx4g";
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
              + " (use --debug for a stack trace)";
    } else if (failure instanceof AzulejoException known) {
      String location = known.location().orElse("");
      text = location.isEmpty() || text.contains(location) ? text : location + ": " + text;
      if (known instanceof InvalidRequestException request) {
        text += StoreJars.advice(request);
      } else if (known instanceof NotFoundException missing) {
        text += PathSuggestions.advice(missing);
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
