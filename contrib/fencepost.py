# This file is a tool-info module for BenchExec (https://github.com/sosy-lab/benchexec), by which SV-COMP runs verifiers. Put it where BenchExec
# finds it (benchexec/tools/, or a folder of PYTHONPATH as `tools/fencepost.py` with `--tool-directory`), and name `fencepost` in the benchmark
# definition.
import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Fencepost, a verifier for concurrent C under weak memory models."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("fencepost")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="fencepost")

    def name(self):
        return "Fencepost"

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", "--quiet", "--color", "never"]
        if task.property_file:
            command += ["--property", task.property_file]
        if isinstance(task.options, dict):
            data_model = task.options.get("data_model")
            if data_model:
                command += ["--data-model", data_model]
        # A little less than what kills it, so that it tells what it knows.
        if rlimits.cputime and "--timeout" not in options:
            command += ["--timeout", str(max(1, int(rlimits.cputime * 0.95)))]
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", str(max(1, int(rlimits.memory * 0.95 / 1000000)))]
        return command + options + list(task.input_files)

    def determine_result(self, run):
        code = run.exit_code.value
        if code is None:
            return f"KILLED ({run.exit_code.signal})"
        if code == 0:
            return result.RESULT_TRUE_PROP
        if code == 10:
            return self._violated(run)
        if code == 12:
            return result.RESULT_TRUE_PROP if self._validates(run) else result.RESULT_UNKNOWN
        if code in (20, 21, 130):
            reason = run.output.text
            for words, status in (("time limit", "TIMEOUT"), ("memory limit", "OUT OF MEMORY")):
                if words in reason:
                    return status
            return result.RESULT_UNKNOWN
        names = {64: "usage", 65: "bad input", 66: "missing file", 70: "bug", 73: "no report"}
        return f"{result.RESULT_ERROR} ({names.get(code, code)})"

    @staticmethod
    def _validates(run):
        return "--validate-witness" in run.cmdline

    # Of valid-memsafety BenchExec wants to know which part does not hold.
    @staticmethod
    def _violated(run):
        parts = {
            "valid-deref": ("null-deref", "invalid-deref", "use-after-free", "use-after-scope", "oob-read", "oob-write"),
            "valid-free": ("double-free", "invalid-free"),
            "valid-memtrack": ("memory-leak",),
            "valid-memcleanup": ("unfreed",),
        }
        kinds = {line.split()[0] for line in run.output if line and not line[0].isspace()}
        for part, ids in parts.items():
            if kinds.intersection(ids):
                return f"{result.RESULT_FALSE_PROP}({part})"
        return result.RESULT_FALSE_PROP
