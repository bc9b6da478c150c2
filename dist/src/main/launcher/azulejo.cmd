@echo off
rem Starts the command line. JVM options go into AZULEJO_OPTS.
setlocal EnableExtensions DisableDelayedExpansion
set "root=%~dp0.."
set "jar=%root%\lib\azulejo.jar"
if not exist "%jar%" goto nojar

rem Finds Java: JAVA_HOME, or else the PATH.
if not defined JAVA_HOME goto onpath
set "java=%JAVA_HOME%\bin\java.exe"
if exist "%java%" goto found
>&2 echo azulejo: JAVA_HOME is "%JAVA_HOME%", which does not contain bin\java.exe
exit /b 6
:onpath
set "java="
for %%j in (java.exe) do set "java=%%~$PATH:j"
if defined java goto found
>&2 echo azulejo: Java 17 or later is required, but java.exe is not on the PATH and JAVA_HOME is not set
exit /b 6

rem Finds its version: in the file next to it, or by running it.
:found
set "version="
for %%j in ("%java%") do set "release=%%~dpj..\release"
if exist "%release%" for /f "usebackq tokens=1,2 delims==" %%a in ("%release%") do if "%%a"=="JAVA_VERSION" set "version=%%~b"
if not defined version for /f "tokens=1-3" %%a in ('^""%java%" -version 2^>^&1^"') do if "%%b"=="version" set "version=%%~c"
set "major=0"
if defined version for /f "delims=.-+_" %%m in ("%version%") do set "major=%%m"
if not defined version set "version=of an unknown version"
if %major% GEQ 17 goto options
>&2 echo azulejo: Java 17 or later is required, but "%java%" is %version%
exit /b 6

rem The JVM prints nothing of its own. File names use the system's encoding.
:options
set "flags=-Xshare:auto -XX:-UsePerfData -Xlog:disable -Dfile.encoding=UTF-8"
if %major% GEQ 23 set "flags=%flags% --sun-misc-unsafe-memory-access=allow"

rem JIT settings by command, as in the script for other systems.
set "word=%~1"
set "later=-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000"
set "later=%later% -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000"
set "compiler=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
for %%c in (summarize agg diff advise create write delete consolidate repack verify seal zip repair import-file export-file) do if "%word%"=="%%c" set "compiler=%later% -XX:+UseSerialGC"
for %%c in (read plot view) do if "%word%"=="%%c" set "compiler=%later%"
if "%word%"=="bench" set "compiler="
if defined AZULEJO_OPTS if not "%AZULEJO_OPTS:GC=%"=="%AZULEJO_OPTS%" set "compiler=%compiler:-XX:+UseSerialGC=%"

if not defined AZULEJO_STORES set "AZULEJO_STORES=%root%\stores"

rem Output is UTF-8, so the console uses UTF-8 while this runs.
set "page="
for /f "tokens=2 delims=:." %%p in ('chcp 2^>nul') do set "page=%%p"
if defined page chcp 65001 >nul
"%java%" %flags% %compiler% %AZULEJO_OPTS% -jar "%jar%" %*
set "code=%errorlevel%"
if defined page chcp %page% >nul
exit /b %code%

:nojar
>&2 echo azulejo: "%jar%" not found; unpack the archive again, and leave azulejo.cmd in its folder
exit /b 6
