using System.Runtime.CompilerServices;

namespace Bridge.Testing;

/// <summary>Gives the tests of an assembly a data folder of their own before the first one runs.</summary>
internal static class DataFolderInitializer
{
    [ModuleInitializer]
    internal static void Run() => DataFolder.Use();
}
