using System.Reflection;

namespace Bridge.Architecture.Tests;

/// <summary>The projects whose folders may not form a dependency cycle.</summary>
public static class Projects
{
    private static readonly Dictionary<string, Assembly> Assemblies = new()
    {
        ["Bridge.Doors"] = typeof(Doors.DoorKind).Assembly,
        ["Bridge.RawListener"] = typeof(RawListener.RawServer).Assembly,
        ["Bridge.SocketPool"] = typeof(SocketPool.EmulatorClient).Assembly,
        ["Bridge.Api"] = typeof(Program).Assembly,
    };

    public static TheoryData<string> Names => [.. Assemblies.Keys];

    public static Assembly AssemblyOf(string project) => Assemblies[project];
}
